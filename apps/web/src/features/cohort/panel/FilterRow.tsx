import type { FilterView } from '@atrium/contract/wire/cohortView';
import { useDraggable } from '@dnd-kit/core';
import { ActionIcon } from '@mantine/core';
import { GripVertical, Pencil, Trash2, TriangleAlert } from '../../../ui/icons.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { words } from '../cohortWords.ts';
import moveClasses from '../move/Move.module.css';
import { MoveMenu } from '../move/MoveMenu.tsx';
import { isEmptyMenu, type MoveMenu as MoveChoices } from '../move/moveMenu.ts';
import { moveWords } from '../move/moveWords.ts';
import type { Position } from '../move/position.ts';
import { textOf } from '../textOf.ts';
import classes from './FilterRow.module.css';

interface FilterRowProps {
  readonly filter: FilterView;
  readonly isEditing: boolean;
  /** An edit of this filter is under way. */
  readonly isPending: boolean;
  readonly moves: MoveChoices;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
  readonly onMove: (position: Position) => void;
}

/** One filter in words, with the ways to change, to move and to remove it. */
export function FilterRow({ filter, isEditing, isPending, moves, ...on }: FilterRowProps) {
  const text = `${filter.excludeSelected ? `${words.not} ` : ''}${textOf(filter.conditionLabel)}`;
  const isMovable = !isEmptyMenu(moves);
  const drag = useDraggable({ id: filter.entryId, disabled: !isMovable });
  const tool = { variant: 'subtle', size: 24 } as const;
  return (
    <div
      ref={drag.setNodeRef}
      className={classes.filter}
      data-dragged={drag.isDragging}
      data-editing={isEditing}
      data-pending={isPending}
      aria-busy={isPending}
      aria-current={isEditing ? 'true' : undefined}
    >
      {isMovable && <DragHandle filterId={filter.entryId} name={text} drag={drag} />}
      <span className={classes.words} title={textOf(filter.label)}>
        <Condition filter={filter} />
        {filter.hasErrors === true && <Fault filter={filter} />}
      </span>
      <span className={classes.tools}>
        {filter.canNotEdit !== true && (
          <ActionIcon
            {...tool}
            color="gray"
            aria-label={`${words.editFilter}: ${text}`}
            title={words.editFilter}
            onClick={on.onEdit}
          >
            <Pencil size={14} />
          </ActionIcon>
        )}
        {isMovable && <MoveMenu filterId={filter.entryId} name={text} choices={moves} onMove={on.onMove} />}
        <ActionIcon
          {...tool}
          color="red"
          aria-label={`${words.deleteFilter}: ${text}`}
          title={words.deleteFilter}
          onClick={on.onDelete}
        >
          <Trash2 size={14} />
        </ActionIcon>
      </span>
    </div>
  );
}

/** The prefilter is not negated, so it stands before “not”. */
export const Condition = ({ filter }: { readonly filter: FilterView }) => (
  <>
    {filter.prefilterValue !== null && `(${filter.prefilterValue}) `}
    {filter.excludeSelected && (
      <strong className={classes.not} title={words.excludeTip}>
        {words.not}{' '}
      </strong>
    )}
    <SafeHtml html={filter.conditionLabel} />
  </>
);

const Fault = ({ filter }: { readonly filter: FilterView }) => (
  <span className={classes.fault}>
    <TriangleAlert size={14} aria-hidden />
    {filter.canNotEdit === true ? words.cannotUse : words.needsRepair}
  </span>
);

interface DragHandleProps {
  readonly filterId: string;
  readonly name: string;
  readonly drag: ReturnType<typeof useDraggable>;
}

/** Picks up the row that it stands in: by pointer, or with the space bar and the arrows. */
function DragHandle({ filterId, name, drag }: DragHandleProps) {
  return (
    <button
      type="button"
      ref={drag.setActivatorNodeRef}
      {...drag.attributes}
      {...drag.listeners}
      className={moveClasses.handle}
      data-focus={`handle ${filterId}`}
      aria-label={moveWords.drag(name)}
    >
      <GripVertical size={14} aria-hidden />
    </button>
  );
}
