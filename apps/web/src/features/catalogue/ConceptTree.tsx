import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import classes from './ConceptTree.module.css';
import type { ConceptBrowserProps } from './conceptBrowserProps.ts';
import { levelOptions } from './queries.ts';
import { TreeItem } from './TreeItem.tsx';
import { TreeNotice } from './TreeNotice.tsx';
import { moveFor } from './treeKeys.ts';
import { type Item, isItem, treeRows } from './treeRows.ts';
import { useLevels } from './useLevels.ts';
import { words } from './words.ts';

/** The tree of categories and concepts; one tab stop, walked with the arrow keys. */
export function ConceptTree(props: ConceptBrowserProps) {
  const { dataset, use, selected = [], revealed = [], onSelect, onPoint } = props;
  const [toggled, setToggled] = useState<ReadonlyMap<number, boolean>>(new Map());
  const [focusedKey, setFocusedKey] = useState<string>();
  const client = useQueryClient();
  const elements = useRef(new Map<string, HTMLElement>());
  const isOpen = (id: number) => toggled.get(id) ?? revealed.includes(id);
  const open = [...new Set([...toggled.keys(), ...revealed])].filter(isOpen);
  const rows = treeRows({ level: useLevels({ dataset, use }, open), isOpen, use });
  const items = rows.filter(isItem);
  const tabStop = (items.find(({ key }) => key === focusedKey) ?? startOf(items, selected))?.key;

  const setOpen = (id: number, on: boolean) => setToggled((held) => new Map(held).set(id, on));
  const choose = (item: Item) =>
    item.kind === 'concept' ? onSelect(item.concept) : setOpen(item.category.id, !item.isOpen);

  const point = (item: Item) => {
    if (item.kind === 'concept') onPoint?.(item.concept);
    else void client.prefetchQuery(levelOptions({ dataset, use }, item.category.id));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || tabStop === undefined) return;
    const move = moveFor(event.key, rows, tabStop);
    if (move === undefined) return;
    event.preventDefault();
    if (move.kind === 'focus') elements.current.get(move.key)?.focus();
    if (move.kind === 'open') setOpen(move.categoryId, true);
    if (move.kind === 'close') setOpen(move.categoryId, false);
    if (move.kind === 'openAll') for (const id of move.categoryIds) setOpen(id, true);
    if (move.kind === 'choose') choose(move.item);
  };

  return (
    <div role="tree" aria-label={words.label} tabIndex={-1} className={classes.tree} onKeyDown={onKeyDown}>
      {rows.map((row) =>
        isItem(row) ? (
          <TreeItem
            key={row.key}
            item={row}
            isTabStop={row.key === tabStop}
            isSelected={row.kind === 'concept' && selected.includes(row.concept.conceptId)}
            onFocus={() => setFocusedKey(row.key)}
            onChoose={() => choose(row)}
            onPoint={() => point(row)}
            hold={(element) => {
              if (element === null) elements.current.delete(row.key);
              else elements.current.set(row.key, element);
            }}
          />
        ) : (
          <TreeNotice key={row.key} row={row} />
        ),
      )}
    </div>
  );
}

const startOf = (items: readonly Item[], selected: readonly string[]): Item | undefined =>
  items.find((item) => item.kind === 'concept' && selected.includes(item.concept.conceptId)) ?? items[0];
