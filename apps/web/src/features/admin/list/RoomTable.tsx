import { Stack, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../../lib/formatNumber.ts';
import { ListTable, SortHeading } from '../../../ui/list/ListTable.tsx';
import { type ListSort, sortAfterClick } from './listAddress.ts';
import { words } from './listWords.ts';
import classes from './RoomTable.module.css';

/** A column of a list. The first one names the row. */
export interface RoomColumn<Row> {
  readonly label: string;
  /** The word of its order; absent where the list cannot be ordered by it. */
  readonly sort?: string;
  /** A number is shown with its thousands, what there is not as a dash. */
  cell(row: Row): ReactNode;
  /** Numbers are aligned at their end. */
  readonly isNumber?: boolean;
}

/** What a cell shows. */
function shown(content: ReactNode): ReactNode {
  if (content === null) return '–';
  return typeof content === 'number' ? formatCount(content) : content;
}

interface TwoLinesProps {
  readonly children: ReactNode;
  /** The text in small print; empty for none. */
  readonly below: ReactNode;
}

/** The content of a cell with a line in small print below it. */
export const TwoLines = ({ children, below }: TwoLinesProps) => (
  <Stack gap={0}>
    {children}
    {below && (
      <Text span size="xs" c="dimmed">
        {below}
      </Text>
    )}
  </Stack>
);

interface RoomTableProps<Row> {
  readonly label: string;
  readonly columns: readonly RoomColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Older rows are shown while newer ones load. */
  readonly isStale: boolean;
  readonly sort: ListSort | undefined;
  readonly onSort: (sort: ListSort) => void;
  /** Buttons at the end of a row. */
  readonly actions?: ((row: Row) => ReactNode) | undefined;
}

/** The rows of a page. In a narrow window each row is a card whose values have their names beside them. */
export function RoomTable<Row>(props: RoomTableProps<Row>) {
  const { label, columns, rows, keyOf, isStale, sort, onSort, actions } = props;
  return (
    <ListTable label={label} className={classes.table} isStale={isStale}>
      <thead>
        <tr>
          {columns.map((column) => (
            <Heading key={column.label} column={column} sort={sort} onSort={onSort} />
          ))}
          {actions && (
            <th scope="col">
              <VisuallyHidden>{words.actions}</VisuallyHidden>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={classes.row}>
            {columns.map((column, index) => (
              <Cell key={column.label} column={column} row={row} isName={index === 0} />
            ))}
            {actions && <td className={classes.actions}>{actions(row)}</td>}
          </tr>
        ))}
      </tbody>
    </ListTable>
  );
}

interface CellProps<Row> {
  readonly column: RoomColumn<Row>;
  readonly row: Row;
  readonly isName: boolean;
}

function Cell<Row>({ column: { label, cell, isNumber = false }, row, isName }: CellProps<Row>) {
  if (isName)
    return (
      <th scope="row" className={classes.name}>
        {shown(cell(row))}
      </th>
    );
  return (
    <td data-number={isNumber || undefined}>
      <span className={classes.label} aria-hidden>
        {label}
      </span>
      {shown(cell(row))}
    </td>
  );
}

interface HeadingProps<Row> extends Pick<RoomTableProps<Row>, 'sort' | 'onSort'> {
  readonly column: RoomColumn<Row>;
}

function Heading<Row>({ column, sort, onSort }: HeadingProps<Row>) {
  const { label, sort: key, isNumber = false } = column;
  if (key === undefined)
    return (
      <th scope="col" data-number={isNumber || undefined}>
        {label}
      </th>
    );
  return (
    <SortHeading
      label={label}
      action={words.sortBy(label)}
      direction={sort?.key === key ? sort.direction : undefined}
      onSort={() => onSort(sortAfterClick(sort, key))}
      isNumber={isNumber}
    />
  );
}
