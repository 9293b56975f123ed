import { ActionIcon, Badge, Text } from '@mantine/core';
import { Pencil } from 'lucide-react';
import { StagedItem } from '../../../ui/staged/StagedItem.tsx';
import type { DraftColumn } from './draft.ts';
import { pickerWords } from './words.ts';

interface DraftItemProps {
  readonly column: DraftColumn;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isLocked: boolean;
  readonly onMove: (by: 'up' | 'down') => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
  readonly onOptions: () => void;
}

/** One column on the list. */
export function DraftItem({ column, onOptions, ...line }: DraftItemProps) {
  const { name, detail, isRemoved } = column;
  return (
    <StagedItem
      {...line}
      item={{ ...column, isNew: column.entryId === undefined }}
      badges={
        column.options !== undefined && (
          <Badge size="xs" ml={6} variant="light" color="orange">
            {pickerWords.isChanged}
          </Badge>
        )
      }
      detail={
        detail !== '' && (
          <Text size="xs" c="dimmed" truncate title={detail}>
            {detail}
          </Text>
        )
      }
      before={
        <ActionIcon
          variant="subtle"
          color="gray"
          disabled={line.isLocked || isRemoved}
          aria-label={pickerWords.options(name)}
          onClick={onOptions}
        >
          <Pencil size={15} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
