import { type Item, isItem, type TreeRow } from './treeRows.ts';

export type Move =
  | { readonly kind: 'focus'; readonly key: string }
  | { readonly kind: 'open'; readonly categoryId: number }
  | { readonly kind: 'close'; readonly categoryId: number }
  | { readonly kind: 'openAll'; readonly categoryIds: readonly number[] }
  | { readonly kind: 'choose'; readonly item: Item };

/** The action of a key on the focused row, by the tree pattern of WAI-ARIA; undefined for other keys. */
export function moveFor(pressed: string, rows: readonly TreeRow[], focusedKey: string): Move | undefined {
  const items = rows.filter(isItem);
  const index = items.findIndex((item) => item.key === focusedKey);
  const item = items[index];
  if (item === undefined) return undefined;
  const focus = (target: Item | undefined): Move | undefined =>
    target === undefined ? undefined : { kind: 'focus', key: target.key };
  switch (pressed) {
    case 'ArrowDown':
      return focus(items[index + 1]);
    case 'ArrowUp':
      return focus(items[index - 1]);
    case 'Home':
      return focus(items[0]);
    case 'End':
      return focus(items.at(-1));
    case 'ArrowRight':
      return intoItem(item, focus(items[index + 1]));
    case 'ArrowLeft':
      return outOfItem(item, items);
    case '*':
      return { kind: 'openAll', categoryIds: closedSiblings(item, items) };
    case 'Enter':
    case ' ':
      return { kind: 'choose', item };
    default:
      return focus(byFirstLetter(pressed, items, index));
  }
}

function intoItem(item: Item, next: Move | undefined): Move | undefined {
  if (item.kind === 'concept') return undefined;
  return item.isOpen ? next : { kind: 'open', categoryId: item.category.id };
}

function outOfItem(item: Item, items: readonly Item[]): Move | undefined {
  if (item.kind === 'category' && item.isOpen) return { kind: 'close', categoryId: item.category.id };
  const parent = items.find(({ key }) => key === item.parentKey);
  return parent === undefined ? undefined : { kind: 'focus', key: parent.key };
}

const closedSiblings = (item: Item, items: readonly Item[]): readonly number[] =>
  items.flatMap((other) =>
    other.kind === 'category' && other.parentKey === item.parentKey && !other.isOpen
      ? [other.category.id]
      : [],
  );

function byFirstLetter(pressed: string, items: readonly Item[], index: number): Item | undefined {
  if (pressed.length !== 1) return undefined;
  const onwards = [...items.slice(index + 1), ...items.slice(0, index)];
  return onwards.find((item) => nameOf(item).toLowerCase().startsWith(pressed.toLowerCase()));
}

export const nameOf = (item: Item): string =>
  item.kind === 'concept' ? item.concept.name : item.category.name;
