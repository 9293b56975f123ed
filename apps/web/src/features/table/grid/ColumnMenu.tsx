import type { ColumnView } from '@atrium/contract/wire/tableView';
import { Menu } from '@mantine/core';
import { useRef } from 'react';
import { announce } from '../../../ui/announce.ts';
import {
  ArrowDownUp,
  ArrowLeft,
  ArrowRight,
  EllipsisVertical,
  ListX,
  Pin,
  PinOff,
  RotateCcw,
  UnfoldHorizontal,
} from '../../../ui/icons.ts';
import type { ColumnPreferenceEvent } from '../columns/columnPreferences.ts';
import type { SortHow } from '../sort/sortKeys.ts';
import { headingWords } from '../tableWords.ts';
import classes from './HeaderCell.module.css';
import { drawnWidths } from './ResizeHandle.tsx';
import type { PlacedColumn } from './usePlacedColumns.ts';

export interface ColumnActions {
  readonly onSort: (entryId: string, how: SortHow) => void;
  /** Absent where the table can only be read; it is then sorted by one column at a time. */
  readonly edits?: ColumnEdits | undefined;
}

export interface ColumnEdits {
  readonly onRemove: (column: ColumnView) => void;
  readonly onOptions: (column: ColumnView) => void;
  readonly onMove: (column: ColumnView, by: -1 | 1) => void;
}

interface ColumnMenuProps {
  readonly name: string;
  readonly placed: PlacedColumn;
  /** Whether the column is part of the order of the rows. */
  readonly isSorted: boolean;
  readonly hasOrder: boolean;
  readonly actions: ColumnActions;
  readonly onLook: (event: ColumnPreferenceEvent) => void;
}

const widthStep = 40;

const icon = { size: 16, 'aria-hidden': true } as const;

/** Sorts by, moves, pins and resizes a column; all of it works by keyboard. */
export function ColumnMenu(props: ColumnMenuProps) {
  const { name, placed, onLook } = props;
  const { edits } = props.actions;
  const { column, width, isPinned, source } = placed;
  const { entryId } = column;
  const target = useRef<HTMLButtonElement>(null);
  const resize = (by: number) => {
    const drawn = drawnWidths(target.current);
    const wanted = (drawn[entryId] || width) + by;
    onLook({ kind: 'resized', entryId, width: wanted, drawn });
    announce(headingWords.width(name, wanted));
  };
  const pin = () => {
    onLook({ kind: isPinned ? 'unpinned' : 'pinned', entryId });
    announce(isPinned ? headingWords.unpinned(name) : headingWords.pinned(name));
  };
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button
          ref={target}
          type="button"
          className={classes.tool}
          aria-label={headingWords.menu(name)}
          title={headingWords.menu(name)}
        >
          <EllipsisVertical size={14} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {edits !== undefined && <OrderItems {...props} />}
        {(source > 0 || isPinned) && (
          <Menu.Item leftSection={isPinned ? <PinOff {...icon} /> : <Pin {...icon} />} onClick={pin}>
            {isPinned ? headingWords.unpin : headingWords.pin}
          </Menu.Item>
        )}
        {edits !== undefined && (
          <>
            <Menu.Item
              leftSection={<ArrowLeft {...icon} />}
              disabled={source === 0}
              onClick={() => edits.onMove(column, -1)}
            >
              {headingWords.left}
            </Menu.Item>
            <Menu.Item leftSection={<ArrowRight {...icon} />} onClick={() => edits.onMove(column, 1)}>
              {headingWords.right}
            </Menu.Item>
            <Menu.Divider />
          </>
        )}
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<UnfoldHorizontal {...icon} />}
          onClick={() => resize(widthStep)}
        >
          {headingWords.wider}
        </Menu.Item>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={<UnfoldHorizontal {...icon} />}
          onClick={() => resize(-widthStep)}
        >
          {headingWords.narrower}
        </Menu.Item>
        <Menu.Item
          leftSection={<RotateCcw {...icon} />}
          onClick={() => onLook({ kind: 'defaultWidth', entryId })}
        >
          {headingWords.defaultWidth}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Adds the column to the order of the rows, or takes the order away. */
function OrderItems({ placed: { column }, isSorted, hasOrder, actions: { onSort } }: ColumnMenuProps) {
  return (
    <>
      {column.canSort && (
        <Menu.Item leftSection={<ArrowDownUp {...icon} />} onClick={() => onSort(column.entryId, 'then')}>
          {isSorted ? headingWords.sortReverse : headingWords.sortThen}
        </Menu.Item>
      )}
      {hasOrder && (
        <Menu.Item leftSection={<ListX {...icon} />} onClick={() => onSort(column.entryId, 'clear')}>
          {headingWords.sortClear}
        </Menu.Item>
      )}
      {(column.canSort || hasOrder) && <Menu.Divider />}
    </>
  );
}
