import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Badge, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../drawIcon.tsx';
import { ArrowDown, ArrowUp, GripVertical, Undo2, X } from '../icons.ts';
import classes from './StagedItem.module.css';
import type { StagedEntry } from './stagedLists.ts';

interface StagedItemProps {
  readonly item: StagedEntry;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isLocked: boolean;
  /** Beside the name. */
  readonly badges?: ReactNode;
  /** Below the name, unless the item is to be removed. */
  readonly detail?: ReactNode;
  /** Buttons before those that move the item, and after them. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly onMove: (by: 'up' | 'down') => void;
  readonly onRemove: () => void;
  readonly onRestore: () => void;
}

/** One entry of a staged list, with buttons that move and remove it. */
export function StagedItem(props: StagedItemProps) {
  const { item, isFirst, isLast, isLocked, badges, detail, before, after, onMove } = props;
  const { key, name, isRemoved, problem } = item;
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, transition, isDragging } =
    useSortable({ id: key, disabled: isLocked });
  return (
    <li
      ref={setNodeRef}
      className={classes.item}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      data-key={key}
      data-dragging={isDragging}
      data-removed={isRemoved}
    >
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isLocked}
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.handle}
        aria-label={`Drag ${name}`}
      >
        <GripVertical size={16} aria-hidden />
      </ActionIcon>
      <div className={classes.text}>
        <span className={classes.name}>
          <span data-name>{name}</span>
          {item.entryId === undefined && (
            <Badge size="xs" ml={6} variant="light">
              new
            </Badge>
          )}
          {badges}
        </span>
        {isRemoved ? <Remark>will be removed</Remark> : detail}
        {problem !== undefined && <Remark role="alert">{problem}</Remark>}
      </div>
      {before}
      <MoveButton {...{ name, by: 'up', Icon: ArrowUp, isDisabled: isLocked || isFirst, onMove }} />
      <MoveButton {...{ name, by: 'down', Icon: ArrowDown, isDisabled: isLocked || isLast, onMove }} />
      {after}
      <RemoveButton {...props} />
    </li>
  );
}

const Remark = ({ role, children }: { readonly role?: 'alert'; readonly children: string }) => (
  <Text size="xs" c="var(--atrium-danger)" role={role}>
    {children}
  </Text>
);

interface MoveButtonProps {
  readonly name: string;
  readonly by: 'up' | 'down';
  readonly Icon: Icon;
  readonly isDisabled: boolean;
  readonly onMove: (by: 'up' | 'down') => void;
}

const MoveButton = ({ name, by, Icon, isDisabled, onMove }: MoveButtonProps) => (
  <ActionIcon
    variant="subtle"
    color="gray"
    data-move={by}
    disabled={isDisabled}
    aria-label={`Move ${name} ${by}`}
    onClick={() => onMove(by)}
  >
    <Icon size={16} aria-hidden />
  </ActionIcon>
);

function RemoveButton({ item, isLocked, onRemove, onRestore }: StagedItemProps) {
  const { name, isRemoved } = item;
  return (
    <ActionIcon
      variant="subtle"
      color={isRemoved ? 'tide' : 'red'}
      disabled={isLocked}
      aria-label={`${isRemoved ? 'Keep' : 'Remove'} ${name}`}
      onClick={isRemoved ? onRestore : onRemove}
    >
      {isRemoved ? <Undo2 size={16} aria-hidden /> : <X size={16} aria-hidden />}
    </ActionIcon>
  );
}
