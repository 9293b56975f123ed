import type { ColumnView } from '@atrium/contract';
import { Tooltip } from '@mantine/core';
import { ArrowDown, ArrowUp, ArrowUpDown, Pencil, TriangleAlert, X } from 'lucide-react';
import { columnHeading } from '../columns/columnHeading.ts';
import type { SortKey } from '../sort/sortKeys.ts';
import { headingWords } from '../words.ts';
import classes from './HeaderCell.module.css';

export interface ColumnActions {
  readonly onSort: (entryId: string) => void;
  readonly onRemove: (column: ColumnView) => void;
  readonly onOptions: (column: ColumnView) => void;
}

interface HeaderCellProps {
  readonly column: ColumnView;
  readonly sort: readonly SortKey[];
  readonly actions: ColumnActions;
}

const spoken = { 1: 'ascending', [-1]: 'descending' } as const;

/** A column's heading: its name, where it comes from, how its values are joined, and what can be done with it. */
export function HeaderCell({ column, sort, actions }: HeaderCellProps) {
  const { name, path, method, set } = columnHeading(column);
  const place = sort.findIndex((key) => key.entryId === column.entryId);
  const key = sort[place];
  const lines = set === null ? method : `${method}, ${set}`;
  return (
    <th scope="col" aria-sort={place === 0 && key ? spoken[key.direction] : undefined}>
      <div className={classes.heading}>
        <SortButton column={column} name={name} sort={sort} onSort={actions.onSort} />
        <Path names={path} />
        <div className={classes.tools}>
          {column.hasErrors ? (
            <span className={classes.broken} title={headingWords.broken}>
              <TriangleAlert size={13} aria-hidden /> {headingWords.broken}
            </span>
          ) : (
            <button
              type="button"
              className={classes.method}
              aria-label={headingWords.options(name, lines)}
              title={lines}
              onClick={() => actions.onOptions(column)}
            >
              <span>{lines}</span>
              <Pencil size={11} aria-hidden />
            </button>
          )}
          {column.canDelete && <RemoveButton name={name} onRemove={() => actions.onRemove(column)} />}
        </div>
      </div>
    </th>
  );
}

function RemoveButton({ name, onRemove }: { readonly name: string; readonly onRemove: () => void }) {
  const label = headingWords.remove(name);
  return (
    <Tooltip label={label}>
      <button type="button" className={classes.remove} aria-label={label} onClick={onRemove}>
        <X size={14} aria-hidden />
      </button>
    </Tooltip>
  );
}

/** The innermost category is what tells columns apart, so the outer ones give way. */
function Path({ names }: { readonly names: readonly string[] }) {
  const innermost = names.at(-1);
  if (innermost === undefined) return null;
  const outer = names.slice(0, -1);
  return (
    <span className={classes.path} title={names.join(' › ')}>
      {outer.length > 0 && <span className={classes.outer}>{outer.join(' › ')}</span>}
      <span className={classes.innermost}>
        {outer.length > 0 && ' › '}
        {innermost}
      </span>
    </span>
  );
}

interface SortButtonProps extends Pick<HeaderCellProps, 'column' | 'sort'> {
  readonly name: string;
  readonly onSort: (entryId: string) => void;
}

function SortButton({ column, name, sort, onSort }: SortButtonProps) {
  const place = sort.findIndex((key) => key.entryId === column.entryId);
  const key = sort[place];
  const Icon = key === undefined ? ArrowUpDown : key.direction === 1 ? ArrowUp : ArrowDown;
  const state = key === undefined ? '' : `, ${headingWords.sorted(key.direction, place + 1, sort.length)}`;
  if (!column.canSort) return <span className={classes.name}>{name}</span>;
  return (
    <button
      type="button"
      className={classes.sort}
      data-sorted={key !== undefined}
      aria-label={`${headingWords.sort(name)}${state}`}
      title={name}
      onClick={() => onSort(column.entryId)}
    >
      <span className={classes.name}>
        {name}
        <span className={classes.sortMark} aria-hidden>
          <Icon size={14} className={classes.sortIcon} />
          {key !== undefined && sort.length > 1 && <span className={classes.sortPlace}>{place + 1}</span>}
        </span>
      </span>
    </button>
  );
}
