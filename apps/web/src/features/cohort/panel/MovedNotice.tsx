import { CloseButton, Group, Text } from '@mantine/core';
import { MonitorSmartphone } from 'lucide-react';
import { useMoved } from '../../../api/definition/otherTabs.ts';
import { cohortKind } from '../queries.ts';
import { words } from '../words.ts';
import classes from './MovedNotice.module.css';

/** Says quietly that another tab changed the cohort, until the next edit or a dismissal. */
export function MovedNotice({ dataset }: { readonly dataset: string }) {
  const { isMoved, dismiss } = useMoved(cohortKind, dataset);
  return (
    <div role="status" aria-live="polite">
      {isMoved && (
        <Group className={classes.notice} gap="xs" wrap="nowrap">
          <MonitorSmartphone size={16} aria-hidden />
          <Text size="sm" flex={1}>
            {words.moved}
          </Text>
          <CloseButton size={24} aria-label={words.dismiss} onClick={dismiss} />
        </Group>
      )}
    </div>
  );
}
