import type { AnalysisRole } from '@atrium/contract';
import { ActionIcon } from '@mantine/core';
import { ArrowLeftRight } from 'lucide-react';
import { StagedItem } from '../../../ui/staged/StagedItem.tsx';
import type { AxisEntry, Move } from './axesDraft.ts';
import { axesWords } from './words.ts';

interface AxisItemProps {
  readonly axis: AnalysisRole;
  readonly entry: AxisEntry;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isLocked: boolean;
  readonly onMove: (entry: AxisEntry, by: Move) => void;
  readonly onRemove: (entry: AxisEntry) => void;
  readonly onRestore: (entry: AxisEntry) => void;
}

/** One concept on an axis. */
export function AxisItem({ axis, entry, onMove, onRemove, onRestore, ...line }: AxisItemProps) {
  return (
    <StagedItem
      {...line}
      item={{ ...entry, isNew: entry.entryId === undefined }}
      onMove={(by) => onMove(entry, by)}
      onRemove={() => onRemove(entry)}
      onRestore={() => onRestore(entry)}
      after={
        <ActionIcon
          variant="subtle"
          color="gray"
          data-move="across"
          disabled={line.isLocked}
          aria-label={axesWords.across(entry.name, axis)}
          onClick={() => onMove(entry, 'across')}
        >
          <ArrowLeftRight size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}
