import type { MomentUnit, RecordsOfSubject } from '@atrium/contract/endpoints/cohortSubjects';
import type { CriteriaSet } from '@atrium/contract/wire/cohortDefinition';
import {
  always,
  type CheckedTable,
  type CohortPlan,
  type Collection,
  type Concept,
  cellKey,
  checkTable,
  eventEnd,
  eventStart,
  hasEvents,
  kindOf,
  mayUseConcept,
  type OneSubject,
  presentRow,
  recordKey,
  showsYearsOnly,
  type TableRow,
  type TableValue,
  withRowsOf,
  yearText,
} from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import type { OpenCohort } from './cohortKind.ts';

/** So many records of a collection are listed. */
const maxRecords = 100;
/** Of so many lines, where a record has a line for each of its several values. */
const maxLines = 2000;
/** A record shows so many values, or as many as the cohort asks for. */
const usualColumns = 6;

export interface AskedRecords {
  readonly deps: Pick<DefinitionDeps, 'questions'>;
  readonly cohort: OpenCohort;
  readonly signal: AbortSignal;
}

/** The records of a subject in the root, in collections that the cohort asks about, and in those of events. */
export async function recordsOf(
  asked: AskedRecords,
  { one, plan }: { readonly one: OneSubject; readonly plan: CohortPlan },
): Promise<RecordsOfSubject[]> {
  const { release, checked } = asked.cohort;
  const { lookup } = release;
  const shown = lookup.dictionary.collections.filter(
    (collection) =>
      collection.isRoot ||
      checked.definition.some((set) => isAbout(set, collection)) ||
      hasEvents(collection, lookup),
  );
  const records: RecordsOfSubject[] = [];
  for (const collection of shown) {
    const columns = columnsOf(collection, asked.cohort);
    if (columns.length === 0) continue;
    const table = recordTable(columns, release);
    records.push(await listRecords(asked, { one, plan, collection, table }));
  }
  return records.filter(({ rows }) => rows.length > 0);
}

const isAbout = ({ collectionId, about }: CriteriaSet, { id }: Collection): boolean =>
  collectionId === id && about === undefined;

/** The columns of a collection: when it happened, what the filters are on, and more up to the usual number. */
export function columnsOf(collection: Collection, { checked, release }: OpenCohort): readonly Concept[] {
  const { lookup } = release;
  const filtered = checked.definition
    .filter((set) => isAbout(set, collection))
    .flatMap(({ entries }) =>
      entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.entries : [entry])),
    )
    .flatMap(({ conceptId }) => lookup.concept(conceptId) ?? [])
    .flatMap((concept) => [lookup.concept(concept.prefilter?.conceptId ?? '') ?? [], concept].flat());
  const needed = [...new Set([...timesOf(collection, release), ...filtered])];
  const more = lookup.dictionary.concepts.filter(
    (concept) =>
      concept.collectionId === collection.id &&
      concept.uses.includes('table') &&
      !concept.isMultiple &&
      !kindOf(concept).isFreeText &&
      !needed.includes(concept),
  );
  return [...needed, ...more.slice(0, Math.max(0, usualColumns - needed.length))]
    .filter((concept) => mayUseConcept(concept, release))
    .toSorted((one, other) => Number(one.isMultiple) - Number(other.isMultiple));
}

/** A stacked table in which each record has rows of its own. */
export const recordTable = (concepts: readonly Concept[], release: LiveRelease): CheckedTable => ({
  ...stackedTable(concepts, release),
  eachRecord: true,
});

/** A table whose rows are the combinations of values of these concepts, in the order of the first. */
export function stackedTable(concepts: readonly Concept[], release: LiveRelease): CheckedTable {
  const fields = concepts.map(({ id }) => ({
    entryId: id,
    conceptId: id,
    aggregate: false,
    aggregationMethod: null,
  }));
  const sort = fields.slice(0, 1).map(({ entryId }) => ({ entryId, direction: 1 as const }));
  return checkTable({ tableType: 'subject', fields, sort }, { lookup: release.lookup, member: release });
}

/** The concepts that date the records of a collection, as far as the member may use them. */
export function timesOf(collection: Collection, release: LiveRelease): readonly Concept[] {
  const { lookup } = release;
  const mayUse = (time: Concept | null): time is Concept => time !== null && mayUseConcept(time, release);
  const [start, end] = [eventStart(collection, lookup), eventEnd(collection, lookup)];
  return mayUse(start) ? [start, end].filter(mayUse) : [];
}

interface RecordsQuestion {
  readonly one: OneSubject;
  readonly plan: CohortPlan;
  readonly collection: Collection;
  readonly table: CheckedTable;
}

async function listRecords(
  { deps, cohort, signal }: AskedRecords,
  { one, plan, collection, table }: RecordsQuestion,
): Promise<RecordsOfSubject> {
  const { release } = cohort;
  const key = recordKey(collection);
  const hasSeveral = table.columns.some(
    (column) => column.kind !== 'broken' && column.subject.concept.isMultiple,
  );
  const most = hasSeveral ? maxLines : maxRecords;
  const rowsOf = async (asked: CohortPlan): Promise<readonly TableRow[]> =>
    await deps.questions.ask(
      { kind: 'page', table, plan: asked, window: { limit: most + 1, offset: 0 } },
      release,
      { signal },
    );
  const sets = plan.sets.filter(
    (set) => set.collection.id === collection.id && set.kin === undefined && !collection.isRoot,
  );
  const anyRecord = {
    entryId: '',
    collection,
    condition: always,
    count: { operator: 'at least', value: 1 },
  } as const;
  const lines = await rowsOf(collection.isRoot ? one : withRowsOf(one, anyRecord));
  const found = recordsIn(lines, key, { isCut: lines.length > most });
  const all = hasSeveral ? byValues(found, table) : found;
  const met = new Map<string, ReadonlySet<unknown>>();
  for (const set of sets)
    met.set(set.entryId, new Set((await rowsOf(withRowsOf(one, set))).map((row) => row[key])));
  const [start, end] = timesOf(collection, release);
  return {
    collectionId: collection.id,
    title: collection.titlePlural,
    columns: table.columns.flatMap((column) =>
      column.kind === 'broken'
        ? []
        : [{ conceptId: column.subject.concept.id, title: column.subject.concept.title }],
    ),
    ...(start === undefined ? {} : { unit: unitOf(start, release) }),
    rows: all.slice(0, maxRecords).map((row) => ({
      cells: [...presentRow(table, row)],
      start: start === undefined ? null : momentOf(row[cellKey(0)], start, release),
      end: end === undefined ? null : momentOf(row[cellKey(1)], end, release),
      meets: sets.flatMap(({ entryId }) => (met.get(entryId)?.has(row[key]) === true ? [entryId] : [])),
    })),
    isCut: all.length > maxRecords || lines.length > most,
  };
}

/** A row for each record, with lists of the several values; the last may lack lines where they were cut. */
function recordsIn(
  lines: readonly TableRow[],
  key: string,
  { isCut }: { readonly isCut: boolean },
): readonly TableRow[] {
  const records = new Map<unknown, TableRow[]>();
  for (const line of lines) {
    const own = records.get(line[key]);
    if (own === undefined) records.set(line[key], [line]);
    else own.push(line);
  }
  const merged = [...records.values()].map((own) => mergedLines(own));
  return isCut ? merged.slice(0, Math.max(1, merged.length - 1)) : merged;
}

/** Records that differ in several values only come by these, not in the order of the data, which may tell their days. */
function byValues(records: readonly TableRow[], { columns }: CheckedTable): readonly TableRow[] {
  const cellsOf = (row: TableRow, isMultiple: boolean): string =>
    JSON.stringify(
      columns.map((column, index) =>
        column.kind !== 'broken' && column.subject.concept.isMultiple === isMultiple
          ? (row[cellKey(index)] ?? null)
          : null,
      ),
    );
  const places = new Map(
    [...new Set(records.map((row) => cellsOf(row, false)))].map((cells, at) => [cells, at]),
  );
  return records
    .map((row) => ({ row, place: places.get(cellsOf(row, false)) ?? 0, values: cellsOf(row, true) }))
    .toSorted((one, other) => one.place - other.place || (one.values < other.values ? -1 : 1))
    .map(({ row }) => row);
}

function mergedLines(lines: readonly TableRow[]): TableRow {
  const [first = {}] = lines;
  return Object.fromEntries(
    Object.keys(first).map((name) => {
      const values = [...new Set(lines.map((line) => line[name] ?? null))];
      return [name, values.length > 1 ? values : (values[0] ?? null)] as const;
    }),
  );
}

export const unitOf = (start: Concept, release: LiveRelease): MomentUnit => {
  if (release.lookup.dictionary.eventTime === 'age') return 'age';
  return showsYearsOnly(start, release) ? 'year' : 'day';
};

/** When a record happened, as the member may see it: what the statement gives is no more exact. */
export function momentOf(
  value: TableValue | undefined,
  concept: Concept,
  release: LiveRelease,
): string | number | null {
  if (typeof value === 'string') return value.slice(0, 10);
  if (typeof value !== 'number') return null;
  const isFirst = showsYearsOnly(concept, release) && value === concept.topCodedYear;
  return isFirst ? yearText(value, concept.topCodedYear) : value;
}
