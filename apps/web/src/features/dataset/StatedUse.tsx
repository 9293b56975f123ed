import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Button, Group, Modal, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { useNouns } from '../../api/collections.ts';
import { ShieldCheck } from '../../ui/icons.ts';
import { purposeWords as words } from './datasetWords.ts';
import { PurposeForm } from './PurposePage.tsx';

/** For which use the figures of the dataset are, and how many subjects agreed to it (rule 8.35). */
export function StatedUse({ dataset }: { readonly dataset: DatasetDetail }) {
  const [isChanging, setIsChanging] = useState(false);
  const { subject } = useNouns(dataset.uniqueId);
  const { dataUse } = dataset;
  if (dataUse === null || dataUse === undefined) return null;
  const { words: use, of } = dataUse;
  return (
    <Paper withBorder radius="md" p="sm">
      <Group gap="sm">
        <ShieldCheck size={18} aria-hidden />
        <Text size="sm" flex={1}>
          {of === null
            ? words.reachedOfAggregates(use, subject)
            : words.reached(use, { agreed: dataset.subjectCount, of, subject })}
        </Text>
        {of !== null && (
          <Button size="xs" variant="default" onClick={() => setIsChanging(true)}>
            {words.change}
          </Button>
        )}
      </Group>
      <Modal opened={isChanging} onClose={() => setIsChanging(false)} title={words.title} size="lg">
        <PurposeForm dataset={dataset.uniqueId} onStated={() => setIsChanging(false)} />
      </Modal>
    </Paper>
  );
}
