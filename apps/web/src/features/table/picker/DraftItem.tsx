import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Text } from '@mantine/core';
import { ArrowDown, ArrowUp, GripVertical, Pencil, Undo2, X } from 'lucide-react';
import classes from './ColumnPicker.module.css';
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
export function DraftItem(props: DraftItemProps) {
  const { column, isFirst, isLast, isLocked, onMove, onRemove, onRestore, onOptions } = props;
  const { name, detail, isRemoved, problem } = column;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: column.key, disabled: isLocked });
  const control = { variant: 'subtle', color: 'gray', size: 'md', disabled: isLocked } as const;
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-key={column.key}
      data-dragging={isDragging}
      data-removed={isRemoved}
    >
      <ActionIcon
        {...control}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        aria-label={pickerWords.drag(name)}
      >
        <GripVertical size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.itemText}>
        <span className={classes.itemName}>
          <span data-name>{name}</span>
          {column.entryId === undefined && (
            <Badge size="xs" ml={6} variant="light">
              {pickerWords.isNew}
            </Badge>
          )}
          {column.options !== undefined && (
            <Badge size="xs" ml={6} variant="light" color="orange">
              {pickerWords.isChanged}
            </Badge>
          )}
        </span>
        {isRemoved ? (
          <Text size="xs" c="var(--atrium-danger)">
            {pickerWords.isRemoved}
          </Text>
        ) : (
          detail !== '' && (
            <Text size="xs" c="dimmed" truncate title={detail}>
              {detail}
            </Text>
          )
        )}
        {problem !== undefined && (
          <Text size="xs" c="var(--atrium-danger)" role="alert">
            {problem}
          </Text>
        )}
      </div>
      <ActionIcon
        {...control}
        disabled={isLocked || isRemoved}
        aria-label={pickerWords.options(name)}
        onClick={onOptions}
      >
        <Pencil size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        data-move="up"
        disabled={isLocked || isFirst}
        aria-label={pickerWords.up(name)}
        onClick={() => onMove('up')}
      >
        <ArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        data-move="down"
        disabled={isLocked || isLast}
        aria-label={pickerWords.down(name)}
        onClick={() => onMove('down')}
      >
        <ArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        {...control}
        color={isRemoved ? 'tide' : 'red'}
        aria-label={isRemoved ? pickerWords.restore(name) : pickerWords.remove(name)}
        onClick={isRemoved ? onRestore : onRemove}
      >
        {isRemoved ? <Undo2 size={16} aria-hidden /> : <X size={16} aria-hidden />}
      </ActionIcon>
    </li>
  );
}
