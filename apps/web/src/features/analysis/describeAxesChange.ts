import type { AnalysisView } from '@atrium/contract/wire/analysis';
import { axisWords, changeWords as say } from './analysisWords.ts';

type Axes = AnalysisView['extended'];
type Entry = Axes['rows'][number];

const isSame = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length && one.every(({ entryId }, index) => entryId === other[index]?.entryId);

const allOf = ({ rows, cols }: Axes): readonly Entry[] => [...rows, ...cols];

const missingFrom = (axes: Axes, other: Axes): readonly Entry[] =>
  allOf(other).filter(({ entryId }) => !allOf(axes).some((entry) => entry.entryId === entryId));

/** What an edit did that led from one version of the axes to another, in words that follow "Undo:". */
export function describeAxesChange(from: Axes, to: Axes): string {
  const added = missingFrom(from, to);
  const removed = missingFrom(to, from);
  if (allOf(to).length === 0 && allOf(from).length > 1) return say.cleared;
  if (allOf(from).length > 0 && isSame(from.rows, to.cols) && isSame(from.cols, to.rows)) return say.swapped;
  const isRow = (entry: Entry) => to.rows.includes(entry);
  const moved = movedIn(from, to);
  const parts = [
    ...added.map((entry) => say.added(entry.label, axisWords.axis[isRow(entry) ? 'rows' : 'cols'])),
    ...removed.map((entry) => say.removed(entry.label)),
    ...levelledIn(from, to).map((entry) => say.levelled(entry.label)),
    ...(moved.length > 0 && moved.length < 3 ? moved.map((entry) => say.moved(entry.label)) : []),
    ...(moved.length >= 3 ? [say.reordered] : []),
  ];
  return parts.length === 0 ? say.other : parts.join(', ');
}

/** Entries that changed axis; if none did, entries that moved within one. */
function movedIn(from: Axes, to: Axes): readonly Entry[] {
  const holds = (entries: readonly Entry[], { entryId }: Entry) =>
    entries.some((entry) => entry.entryId === entryId);
  const across = [
    ...to.rows.filter((entry) => holds(from.cols, entry)),
    ...to.cols.filter((entry) => holds(from.rows, entry)),
  ];
  if (across.length > 0) return across;
  return (['rows', 'cols'] as const).flatMap((role) => {
    const before = from[role].filter((entry) => holds(to[role], entry));
    const after = to[role].filter((entry) => holds(from[role], entry));
    return after.filter(({ entryId }, index) => entryId !== before[index]?.entryId);
  });
}

/** Entries whose terms are gathered at another level. */
const levelledIn = (from: Axes, to: Axes): readonly Entry[] =>
  allOf(to).filter(({ entryId, level }) =>
    allOf(from).some((entry) => entry.entryId === entryId && entry.level !== level),
  );
