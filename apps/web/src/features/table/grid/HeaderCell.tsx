import type { ColumnView } from '@atrium/contract/wire/tableView';
import { Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ArrowUpDown, Pencil, TriangleAlert, X } from '../../../ui/icons.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { columnHeading } from '../columns/columnHeading.ts';
import type { ColumnPreferenceEvent } from '../columns/columnPreferences.ts';
import type { SortKey } from '../sort/sortKeys.ts';
import { conceptFactsOptions } from '../tableQueries.ts';
import { headingWords } from '../tableWords.ts';
import { type ColumnActions, ColumnMenu } from './ColumnMenu.tsx';
import classes from './HeaderCell.module.css';
import { ResizeHandle } from './ResizeHandle.tsx';
import type { PlacedColumn } from './usePlacedColumns.ts';

export interface HeaderCellProps {
  readonly dataset: string;
  readonly placed: PlacedColumn;
  /** Its index on the screen, from 0. */
  readonly index: number;
  readonly sort: readonly SortKey[];
  readonly actions: ColumnActions;
  readonly onLook: (event: ColumnPreferenceEvent) => void;
}

const spoken = { 1: 'ascending', [-1]: 'descending' } as const;

/** A column's heading on one line: its name, how its values are joined, and on hover and focus its buttons. */
export function HeaderCell(props: HeaderCellProps) {
  const { dataset, placed, index, sort, actions, onLook } = props;
  const { column, stickyAt } = placed;
  const { name, method, set } = columnHeading(column);
  const sortIndex = sort.findIndex((key) => key.entryId === column.entryId);
  const key = sort[sortIndex];
  const lines = set === null ? method : `${method}, ${set}`;
  const { edits } = actions;
  return (
    <th
      scope="col"
      aria-colindex={index + 1}
      data-entry={column.entryId}
      aria-sort={sortIndex === 0 && key ? spoken[key.direction] : undefined}
      data-sticky={stickyAt !== undefined || undefined}
      style={stickyAt === undefined ? undefined : { insetInlineStart: stickyAt }}
    >
      <div className={classes.heading}>
        <SortButton {...{ dataset, column, name, lines, sort, actions }} />
        {column.hasErrors ? (
          <span className={classes.broken} title={headingWords.broken}>
            <TriangleAlert size={13} aria-hidden /> {headingWords.broken}
          </span>
        ) : (
          column.aggregate && (
            <span className={classes.method} title={lines}>
              {lines}
            </span>
          )
        )}
        <div className={classes.tools}>
          {edits !== undefined && !column.hasErrors && (
            <button
              type="button"
              className={classes.tool}
              aria-label={headingWords.options(name, lines)}
              title={lines}
              onClick={() => edits.onOptions(column)}
            >
              <Pencil size={13} aria-hidden />
            </button>
          )}
          <ColumnMenu
            name={name}
            placed={placed}
            isSorted={sortIndex >= 0}
            hasOrder={sort.length > 0}
            actions={actions}
            onLook={onLook}
          />
          {edits !== undefined && column.canDelete && (
            <RemoveButton name={name} onRemove={() => edits.onRemove(column)} />
          )}
        </div>
      </div>
      <ResizeHandle placed={placed} onLook={onLook} />
    </th>
  );
}

function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const label = headingWords.remove(name);
  return (
    <button
      type="button"
      className={classes.tool}
      data-danger
      aria-label={label}
      title={label}
      onClick={onRemove}
    >
      <X size={14} aria-hidden />
    </button>
  );
}

interface SortButtonProps extends Pick<HeaderCellProps, 'dataset' | 'sort' | 'actions'> {
  readonly column: ColumnView;
  readonly name: string;
  /** How its values are joined. */
  readonly lines: string;
}

function SortButton({ dataset, column, name, lines, sort, actions }: SortButtonProps) {
  const index = sort.findIndex((key) => key.entryId === column.entryId);
  const key = sort[index];
  const Icon = key === undefined ? ArrowUpDown : key.direction === 1 ? ArrowUp : ArrowDown;
  const state = key === undefined ? '' : `, ${headingWords.sorted(key.direction, index + 1, sort.length)}`;
  if (!column.canSort)
    return (
      <span className={classes.name} title={name}>
        {name}
      </span>
    );
  return (
    <Tooltip
      label={<ColumnFacts {...{ dataset, column, name, lines }} isReadOnly={actions.edits === undefined} />}
      multiline
      maw={320}
      openDelay={500}
      events={{ hover: true, focus: true, touch: false }}
      position="bottom-start"
    >
      <button
        type="button"
        className={classes.sort}
        data-print
        data-sorted={key !== undefined}
        aria-label={`${headingWords.sort(name)}${state}`}
        onClick={({ shiftKey }) => actions.onSort(column.entryId, shiftKey ? 'then' : 'first')}
      >
        <span className={classes.name}>{name}</span>
        <span className={classes.sortMark} aria-hidden>
          <Icon size={14} className={classes.sortIcon} />
          {key !== undefined && sort.length > 1 && <span className={classes.sortNumber}>{index + 1}</span>}
        </span>
      </button>
    </Tooltip>
  );
}

interface ColumnFactsProps extends Pick<SortButtonProps, 'dataset' | 'column' | 'name' | 'lines'> {
  readonly isReadOnly: boolean;
}

/** The concept of a column, loaded when the tooltip opens. */
function ColumnFacts({ dataset, column, name, lines, isReadOnly }: ColumnFactsProps) {
  // Who may read a report may not always look at concepts.
  const { data } = useQuery({
    ...conceptFactsOptions(dataset, column.conceptId),
    enabled: !isReadOnly,
    meta: { part: 'the description of a column' },
  });
  const path = column.categories.join(' › ');
  return (
    <span className={classes.facts}>
      <strong>{name}</strong>
      {name !== column.conceptName && <span>{column.conceptName}</span>}
      {path !== '' && <span>{path}</span>}
      <span>{lines}</span>
      {data?.description ? (
        <SafeHtml html={data.description} />
      ) : (
        data && <span>{headingWords.noDescription}</span>
      )}
      {!isReadOnly && <span>{headingWords.sortHint}</span>}
    </span>
  );
}
