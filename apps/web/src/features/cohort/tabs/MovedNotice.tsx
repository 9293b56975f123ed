import { CloseButton, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { movedKey, movedOptions } from '../queries.ts';
import classes from './MovedNotice.module.css';
import { tabWords } from './words.ts';

/** Says quietly that another tab changed the cohort, until the next edit or a dismissal. */
export function MovedNotice({ dataset }: { readonly dataset: string }) {
  const client = useQueryClient();
  const isMoved = useQuery(movedOptions(dataset)).data;
  return (
    <div role="status" aria-live="polite">
      {isMoved && (
        <Group className={classes.notice} gap="xs" wrap="nowrap">
          <MonitorSmartphone size={16} aria-hidden />
          <Text size="sm" flex={1}>
            {tabWords.moved}
          </Text>
          <CloseButton
            size={24}
            aria-label={tabWords.dismiss}
            onClick={() => client.setQueryData(movedKey(dataset), false)}
          />
        </Group>
      )}
    </div>
  );
}
