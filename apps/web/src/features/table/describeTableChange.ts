import { formatQuantity } from '@atrium/contract/calendar/numerals';
import type { TableView } from '@atrium/contract/wire/tableView';
import { columnHeading } from './columns/columnHeading.ts';

const some = (verb: string, names: readonly string[]): readonly string[] => {
  const [only] = names;
  if (only === undefined) return [];
  return [`${verb} ${names.length === 1 ? `column ${only}` : formatQuantity(names.length, 'column')}`];
};

/** What an edit did, in words that follow "Undo:" and "Redo:". */
const say = {
  added: (names: readonly string[]) => some('add', names),
  removed: (names: readonly string[]) => some('remove', names),
  changed: (names: readonly string[]) => some('change', names),
  reordered: 'reorder columns',
  sorted: (name: string) => `sort by ${name}`,
  unsorted: 'take away the sort order',
  other: 'the last change of columns',
} as const;

type Described = Pick<TableView, 'definition' | 'extended'>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const idsOf = ({ definition }: Described): readonly string[] =>
  definition.fields.map(({ entryId }) => entryId);

function nameIn({ extended }: Described, entryId: string): string {
  const column = extended.fields.find((field) => field.entryId === entryId);
  return column === undefined ? '' : columnHeading(column).name;
}

/** What an edit did that led from one version of the table to another, in words that follow "Undo:". */
export function describeTableChange(before: Described, after: Described): string {
  const [from, to] = [idsOf(before), idsOf(after)];
  const stored = new Map(before.definition.fields.map((field) => [field.entryId, field]));
  const added = to.filter((id) => !from.includes(id));
  const removed = from.filter((id) => !to.includes(id));
  const changed = after.definition.fields.filter(
    (field) => stored.has(field.entryId) && !isSame(stored.get(field.entryId), field),
  );
  const isReordered = !isSame(
    from.filter((id) => to.includes(id)),
    to.filter((id) => from.includes(id)),
  );
  const parts = [
    ...say.added(added.map((id) => nameIn(after, id))),
    ...say.removed(removed.map((id) => nameIn(before, id))),
    ...say.changed(changed.map(({ entryId }) => nameIn(after, entryId))),
    ...(isReordered ? [say.reordered] : []),
    ...(removed.length === 0 ? sortChange(before, after) : []),
  ];
  return parts.length === 0 ? say.other : parts.join(', ');
}

/** Removing a column also removes its sort key; the sentence does not mention that. */
function sortChange(before: Described, after: Described): readonly string[] {
  if (isSame(before.definition.sort, after.definition.sort)) return [];
  const [leading] = after.definition.sort;
  return [leading === undefined ? say.unsorted : say.sorted(nameIn(after, leading.entryId))];
}
