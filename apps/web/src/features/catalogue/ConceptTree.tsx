import { Skeleton, Text } from '@mantine/core';
import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useRef, useState } from 'react';
import { ChevronRight, FolderOpen, Lock, TriangleAlert } from '../../ui/icons.ts';
import classes from './ConceptTree.module.css';
import { ConceptTypeIcon } from './ConceptTypeIcon.tsx';
import { type Browsed, type CategoryId, type ConceptBrowserProps, levelOptions } from './catalogueQueries.ts';
import { words } from './catalogueWords.ts';
import { Notice } from './Notice.tsx';
import { moveFor, nameOf } from './treeKeys.ts';
import { type Item, isItem, type Level, type LoadedLevel, type TreeRow, treeRows } from './treeRows.ts';

/** The tree of categories and concepts. It is one tab stop; arrow keys move through it. */
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

  const setOpen = (id: number, on: boolean) => setToggled((before) => new Map(before).set(id, on));
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
            onElement={(element) => {
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

interface TreeItemProps {
  readonly item: Item;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
  readonly onElement: (element: HTMLElement | null) => void;
}

/** A category or concept in the tree, which handles the keys. */
function TreeItem(props: TreeItemProps) {
  const { item, isTabStop, isSelected, onFocus, onChoose, onPoint, onElement } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it handles the keys (roving focus)
    <div
      ref={onElement}
      role="treeitem"
      aria-level={item.depth}
      aria-posinset={item.position}
      aria-setsize={item.siblings}
      aria-selected={isSelected}
      aria-expanded={item.kind === 'category' ? item.isOpen : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.item}
      data-kind={item.kind}
      title={nameOf(item)}
      style={{ paddingInlineStart: `${0.5 + (item.depth - 1) * 1.125}rem` }}
      onFocus={onFocus}
      onClick={onChoose}
      onPointerEnter={onPoint}
    >
      {item.kind === 'category' ? (
        <ChevronRight size={16} aria-hidden className={classes.chevron} data-open={item.isOpen} />
      ) : (
        <span className={classes.icon}>
          <ConceptTypeIcon type={item.concept.conceptType} />
        </span>
      )}
      <span className={classes.name}>{nameOf(item)}</span>
      {item.kind === 'concept' && item.concept.hasPhi && (
        <Lock size={13} className={classes.lock} role="img" aria-label={words.hasPhi} />
      )}
    </div>
  );
}

const widths = [72, 54, 80, 62, 48, 76, 58, 66, 44, 70, 52, 60];

/** Shown in place of the items of a level that is loading, empty or failed. */
function TreeNotice({ row }: { readonly row: Exclude<TreeRow, Item> }) {
  const isTop = row.parentKey === null;
  const style = { paddingInlineStart: `${0.5 + (row.depth - 1) * 1.125}rem` };
  switch (row.kind) {
    case 'loading':
      return (
        <div role="presentation" className={classes.loading} style={style} data-testid="tree-loading">
          {widths.slice(0, isTop ? 12 : 2).map((width) => (
            <Skeleton key={width} height={14} width={`${width}%`} radius="sm" />
          ))}
        </div>
      );
    case 'empty':
      return isTop ? (
        <Notice
          role="presentation"
          icon={<FolderOpen size={28} strokeWidth={1.5} aria-hidden />}
          text={words.emptyTree}
        />
      ) : (
        <Text size="sm" c="dimmed" py={4} style={style}>
          {words.emptyCategory}
        </Text>
      );
    case 'failed':
      return (
        <Notice
          role="alert"
          icon={
            <TriangleAlert size={isTop ? 28 : 18} strokeWidth={1.5} aria-hidden className={classes.failure} />
          }
          text={words.failed}
          onRetry={row.retry}
        />
      );
  }
}

/** Loads the top of the tree and every open category. */
function useLevels(browsed: Browsed, open: readonly number[]): (id: CategoryId) => Level {
  const ids: readonly CategoryId[] = ['top', ...open];
  const results = useQueries({ queries: ids.map((id) => levelOptions(browsed, id)) });
  return (id) => {
    const result = results[ids.indexOf(id)];
    return result === undefined ? { kind: 'loading' } : asLevel(result);
  };
}

function asLevel(result: UseQueryResult<LoadedLevel>): Level {
  if (result.data !== undefined) {
    return { kind: 'loaded', categories: result.data.categories, concepts: result.data.concepts };
  }
  return result.isError
    ? {
        kind: 'failed',
        retry: () => {
          result.refetch();
        },
      }
    : { kind: 'loading' };
}
