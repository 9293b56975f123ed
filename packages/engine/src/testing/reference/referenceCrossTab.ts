import type { AxisLabel } from '@atrium/contract/wire/analysis';
import type { PlainRow } from '../plainRelease.ts';
import { type Bucket, bucketsOf } from './referenceBuckets.ts';
import type { ReferenceContext } from './referenceCohort.ts';
import { cohortSubjects, shownRows } from './referencePopulation.ts';
import { conceptOf, type Scalar, valuesOf } from './referenceRows.ts';

export interface ReferenceAxes extends ReferenceContext {
  readonly rows: readonly string[];
  readonly cols: readonly string[];
  /** Concepts that the member sees by year only. */
  readonly yearsOnly: readonly string[];
  /** The class with the age of 90 years holds all older ones. */
  readonly topCodesAges: boolean;
  /** At which level the terms of ontologies are gathered, by concept. */
  readonly levels?: Readonly<Record<string, number>>;
}

export interface ReferenceCrossTab {
  /** Labels of each row or column of an axis, in order; an axis without concepts has one, `subject count`. */
  readonly index: readonly (readonly AxisLabel[])[];
  readonly columns: readonly (readonly AxisLabel[])[];
  readonly data: readonly (readonly number[])[];
  readonly totals: {
    readonly rows: readonly number[];
    readonly columns: readonly number[];
    readonly all: number;
  };
}

/** Which row a subject is seen with, of each sub-collection; null where it has none to show. */
type Rows = ReadonlyMap<string, PlainRow | null>;

/** Every way to take one shown row of each collection; a subject without rows there is seen with none. */
function rowChoices(
  collectionIds: readonly string[],
  subject: string,
  context: ReferenceContext,
): readonly Rows[] {
  return collectionIds.reduce<readonly Rows[]>(
    (choices, id) => {
      const rows = shownRows(id, subject, context);
      const options: readonly (PlainRow | null)[] = rows.length === 0 ? [null] : rows;
      return choices.flatMap((chosen) => options.map((row): Rows => new Map([...chosen, [id, row]])));
    },
    [new Map()],
  );
}

/** Every way to take one value of each list; a list without values is taken as null. */
const valueChoices = (lists: readonly (readonly Scalar[])[]): readonly (readonly (Scalar | null)[])[] =>
  lists.reduce<readonly (readonly (Scalar | null)[])[]>(
    (choices, values) => {
      const options: readonly (Scalar | null)[] = values.length === 0 ? [null] : values;
      return choices.flatMap((chosen) => options.map((value) => [...chosen, value]));
    },
    [[]],
  );

/** Distinct subjects for each combination of buckets that occurs (rule 6.1). */
export function referenceCrossTab(axes: ReferenceAxes): ReferenceCrossTab {
  const concepts = [...axes.rows, ...axes.cols];
  const holders = concepts.map((id) => conceptOf(axes.release, id).collection.id);
  const buckets = concepts.map((id) => bucketsOf(id, axes));
  const cells = new Map<string, { readonly path: readonly Bucket[]; readonly subjects: Set<string> }>();
  for (const subject of cohortSubjects(axes)) {
    for (const rows of rowChoices([...new Set(holders)], subject, axes)) {
      const lists = concepts.map((id, axis) => {
        const row = rows.get(holders[axis] ?? '') ?? null;
        return row === null ? [] : valuesOf(row, id);
      });
      for (const values of valueChoices(lists)) {
        for (const path of everyPath(values.map((value, axis) => (buckets[axis] ?? missingBuckets)(value)))) {
          const name = nameOf(path);
          const cell = cells.get(name) ?? { path, subjects: new Set() };
          cell.subjects.add(subject);
          cells.set(name, cell);
        }
      }
    }
  }
  return laidOut([...cells.values()], axes.rows.length);
}

const everyPath = (buckets: readonly (readonly Bucket[])[]): readonly (readonly Bucket[])[] =>
  buckets.reduce<readonly (readonly Bucket[])[]>(
    (paths, some) => paths.flatMap((path) => some.map((bucket) => [...path, bucket])),
    [[]],
  );

const missingBuckets = (): readonly Bucket[] => {
  throw new Error('Every concept has buckets.');
};

const nameOf = (path: readonly Bucket[]): string => JSON.stringify(path.map(({ label }) => label));

interface Cell {
  readonly path: readonly Bucket[];
  readonly subjects: ReadonlySet<string>;
}

function laidOut(cells: readonly Cell[], rowConcepts: number): ReferenceCrossTab {
  const rowPath = ({ path }: Cell) => path.slice(0, rowConcepts);
  const columnPath = ({ path }: Cell) => path.slice(rowConcepts);
  const [index, columns] = [sortedPaths(cells.map(rowPath)), sortedPaths(cells.map(columnPath))];
  const data = index.map((row) =>
    columns.map((column) => {
      const found = cells.find(({ path }) => nameOf(path) === nameOf([...row, ...column]));
      return found?.subjects.size ?? 0;
    }),
  );
  const everyone = (some: readonly Cell[]) => new Set(some.flatMap(({ subjects }) => [...subjects])).size;
  const totals = {
    rows: index.map((path) => everyone(cells.filter((cell) => nameOf(rowPath(cell)) === nameOf(path)))),
    columns: columns.map((path) =>
      everyone(cells.filter((cell) => nameOf(columnPath(cell)) === nameOf(path))),
    ),
    all: everyone(cells),
  };
  return { index: labelsOf(index), columns: labelsOf(columns), data, totals };
}

const labelsOf = (paths: readonly (readonly Bucket[])[]) =>
  paths.map((path) => (path.length === 0 ? ['subject count'] : path.map(({ label }) => label)));

/** Each path once, level by level in the order of the buckets. */
function sortedPaths(paths: readonly (readonly Bucket[])[]): readonly (readonly Bucket[])[] {
  const distinct = [...new Map(paths.map((path) => [nameOf(path), path])).values()];
  return distinct.toSorted((one, other) => {
    for (const [axis, bucket] of one.entries()) {
      const beside = other[axis];
      const order = beside === undefined ? 0 : compareBuckets(bucket, beside);
      if (order !== 0) return order;
    }
    return 0;
  });
}

const natural = new Intl.Collator('en', { numeric: true, sensitivity: 'variant' });

/** By size, false before true, text in natural order, `[not set]` last. */
function compareBuckets({ order: one }: Bucket, { order: other }: Bucket): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  if (typeof one !== typeof other) return typeof one === 'number' ? -1 : 1;
  return natural.compare(String(one), String(other));
}
