import type { AnalysisRole } from '@atrium/contract';
import { useDroppable } from '@dnd-kit/core';
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { Text, Title } from '@mantine/core';
import { useId } from 'react';
import classes from './AxesDialog.module.css';
import { AxisItem } from './AxisItem.tsx';
import type { AxisEntry, Move } from './axesDraft.ts';
import { axesWords } from './words.ts';

interface AxisListProps {
  readonly axis: AnalysisRole;
  readonly entries: readonly AxisEntry[];
  readonly isLocked: boolean;
  readonly onMove: (entry: AxisEntry, by: Move) => void;
  readonly onRemove: (entry: AxisEntry) => void;
  readonly onRestore: (entry: AxisEntry) => void;
}

/** The concepts of one axis, outermost first. */
export function AxisList({ axis, entries, isLocked, ...actions }: AxisListProps) {
  const id = useId();
  const { setNodeRef, isOver } = useDroppable({ id: axis });
  return (
    <div ref={setNodeRef} className={classes.axis} data-over={isOver}>
      <Title order={3} size="h5" id={id}>
        {axesWords.axis[axis]}
      </Title>
      <SortableContext items={entries.map(({ key }) => key)} strategy={verticalListSortingStrategy}>
        {entries.length === 0 ? (
          <Text size="sm" c="dimmed" className={classes.none}>
            {axesWords.none[axis]}
          </Text>
        ) : (
          <ol className={classes.list} aria-labelledby={id}>
            {entries.map((entry, index) => (
              <AxisItem
                key={entry.key}
                axis={axis}
                entry={entry}
                isFirst={index === 0}
                isLast={index === entries.length - 1}
                isLocked={isLocked}
                {...actions}
              />
            ))}
          </ol>
        )}
      </SortableContext>
    </div>
  );
}
