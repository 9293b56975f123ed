import type { AnalysisRole } from '@atrium/contract';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { ArrowDown, ArrowLeftRight, ArrowUp, GripVertical, Undo2, X } from 'lucide-react';
import classes from './AxesDialog.module.css';
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
export function AxisItem(props: AxisItemProps) {
  const { axis, entry, isFirst, isLast, isLocked, onMove, onRemove, onRestore } = props;
  const { name, isRemoved, problem } = entry;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: entry.key, disabled: isLocked });
  const control = { variant: 'subtle', color: 'gray', size: 'md', disabled: isLocked } as const;
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-key={entry.key}
      data-dragging={isDragging}
      data-removed={isRemoved}
    >
      <ActionIcon
        {...control}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        aria-label={axesWords.drag(name)}
      >
        <GripVertical size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.itemText}>
        <span className={classes.itemName}>
          {name}
          {entry.entryId === undefined && (
            <Badge size="xs" ml={6} variant="light">
              {axesWords.isNew}
            </Badge>
          )}
        </span>
        {isRemoved && (
          <Text size="xs" c="var(--atrium-danger)">
            {axesWords.isRemoved}
          </Text>
        )}
        {problem !== undefined && (
          <Text size="xs" c="var(--atrium-danger)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <ActionIcon
        {...control}
        data-move="up"
        disabled={isLocked || isFirst}
        aria-label={axesWords.up(name)}
        onClick={() => onMove(entry, 'up')}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        data-move="down"
        disabled={isLocked || isLast}
        aria-label={axesWords.down(name)}
        onClick={() => onMove(entry, 'down')}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        data-move="across"
        aria-label={axesWords.across(name, axis)}
        onClick={() => onMove(entry, 'across')}
      >
        <ArrowLeftRight size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        color={isRemoved ? 'tide' : 'red'}
        aria-label={isRemoved ? axesWords.restore(name) : axesWords.remove(name)}
        onClick={() => (isRemoved ? onRestore(entry) : onRemove(entry))}
      >
        {isRemoved ? <Undo2 size={16} aria-hidden /> : <X size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
