import type { KeyColumns } from '../kernel/kernel.ts';
import type { KeyedColumn, LineGroup, StackedLines } from '../layout/lines.ts';
import { partOf, tableOf } from './partOf.ts';
import type { PartOfSubjects } from './partOfSubjects.ts';
import { addRows, prepare, type Runtime, rowsOf } from './prepare.ts';
import { emptySet } from './sets.ts';
import { openCounts } from './tallies.ts';

/** Counters, marks and tables of more bytes are not made in the memory of the kernel. */
const maxBytes = 5_000_000;

/** Whether `tallyKeys` counts such lines: single values of subjects, and of the rows of one collection at most. */
export function isTalliedByKeys({ groups, figures, size }: StackedLines): boolean {
  if (figures.length > 0 || groups.filter(({ rows }) => rows !== null).length > 1) return false;
  const columns = groups.flatMap((group) => group.columns);
  const codes = columns.reduce(
    (sum, { part }) => sum + 1 + (part.by === 'table' ? part.table.length : part.last),
    0,
  );
  return (
    columns.every(({ lists, several }) => lists === null && several === undefined) &&
    8 * size + 4 * codes < maxBytes
  );
}

/** How many subjects have a line of each key; null where it was stopped. */
export function tallyKeys(lines: StackedLines, part: PartOfSubjects, at: Runtime): Uint32Array | null {
  const { cohort, groups, size } = lines;
  const { blocks, isStopped } = part;
  const only = onlyColumn(lines);
  if (only !== null) return tallyColumn(only, lines, { part, at });
  const { kernel, kept, memory, scratch } = at;
  const finder = prepare(cohort, at);
  const own = layColumns(
    groups.flatMap(({ rows, columns }) => (rows === null ? columns : [])),
    at,
  );
  const rowsIn = openRows(
    groups.find(({ rows }) => rows !== null),
    at,
  );
  const [counts, marks] = [kept.take(4 * size), kept.take(4 * size)];
  for (const address of [counts, marks]) new Uint32Array(memory, address, size).fill(0);
  for (const block of blocks) {
    if (isStopped()) return null;
    scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      kernel.tallyKeys({ own, rows: rowsIn?.(set) ?? null }, set, { counts, marks });
    });
  }
  return new Uint32Array(memory, counts, size).slice();
}

/** The rows of a group, of some subjects at a time. */
function openRows(group: LineGroup | undefined, at: Runtime) {
  if (group === undefined || group.rows === null) return null;
  const { offsets, step } = group.rows;
  const finder = step === null ? null : prepare(step, at);
  const columns = layColumns(group.columns, at);
  const none = group.columns.reduce((sum, { part }) => sum + partOf(part, 0), 0);
  return (subjects: Parameters<typeof emptySet>[0] & { readonly bits: number }) => {
    if (finder === null) return { offsets, columns, none, set: null };
    const set = emptySet(rowsOf(offsets, subjects, at), at);
    addRows(finder, { rows: { offsets, rows: set }, subjects }, at);
    return { offsets, columns, none, set };
  };
}

/** The column of lines that have one, with a value of the subject. */
function onlyColumn({ groups: [group, ...others] }: StackedLines): KeyedColumn | null {
  const [column, ...more] = group?.rows === null ? group.columns : [];
  return others.length === 0 && more.length === 0 ? (column ?? null) : null;
}

/** Subjects have one line each: how many have each code says all. */
function tallyColumn(
  { codes, part: keys }: KeyedColumn,
  { cohort, size }: StackedLines,
  { part: { blocks, isStopped }, at }: { readonly part: PartOfSubjects; readonly at: Runtime },
): Uint32Array | null {
  const ofCodes = tableOf(keys);
  const finder = prepare(cohort, at);
  const { count, counts } = openCounts({ codes, count: ofCodes.length - 1 }, at);
  for (const block of blocks) {
    if (isStopped()) return null;
    at.scratch.within(() => {
      const set = emptySet(block, at);
      finder.add(block, set);
      count(set);
    });
  }
  const ofKeys = new Uint32Array(size);
  counts().forEach((subjects, code) => {
    const key = ofCodes[code] ?? 0;
    ofKeys[key] = (ofKeys[key] ?? 0) + subjects;
  });
  return ofKeys;
}

/** Lays columns into memory as the kernel takes them. */
function layColumns(columns: readonly KeyedColumn[], { kept, memory }: Runtime): KeyColumns {
  const described = columns.flatMap(({ codes, part }) => {
    const values = tableOf(part);
    const table = kept.take(4 * values.length);
    new Uint32Array(memory, table, values.length).set(values);
    return [codes.at, codes.width, table];
  });
  const at = kept.take(4 * described.length);
  new Uint32Array(memory, at, described.length).set(described);
  return { at, count: columns.length };
}
