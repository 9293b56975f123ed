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
  showsYearsOnly,
  type TableRow,
  withRowsOf,
} from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import type { OpenCohort } from './cohortKind.ts';

/** So many records of a collection are listed. */
const maxRecords = 100;
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
    const table = stackedTable(columns, release);
    records.push(await recordsIn(asked, { one, plan, collection, table }));
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
  return [...needed, ...more.slice(0, Math.max(0, usualColumns - needed.length))].filter((concept) =>
    mayUseConcept(concept, release),
  );
}

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
  return [eventStart(collection, lookup), eventEnd(collection, lookup)].filter((time) => time !== null);
}

interface RecordsQuestion {
  readonly one: OneSubject;
  readonly plan: CohortPlan;
  readonly collection: Collection;
  readonly table: CheckedTable;
}

async function recordsIn(
  { deps, cohort, signal }: AskedRecords,
  { one, plan, collection, table }: RecordsQuestion,
): Promise<RecordsOfSubject> {
  const { release } = cohort;
  const rowsOf = async (asked: CohortPlan): Promise<readonly TableRow[]> =>
    await deps.questions.ask(
      { kind: 'page', table, plan: asked, window: { limit: maxRecords + 1, offset: 0 } },
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
  const all = await rowsOf(collection.isRoot ? one : withRowsOf(one, anyRecord));
  const met = new Map<string, ReadonlySet<string>>();
  for (const set of sets)
    met.set(set.entryId, new Set((await rowsOf(withRowsOf(one, set))).map((row) => JSON.stringify(row))));
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
      start: start === undefined ? null : momentIn(row, 0),
      end: end === undefined ? null : momentIn(row, 1),
      meets: sets.flatMap(({ entryId }) =>
        met.get(entryId)?.has(JSON.stringify(row)) === true ? [entryId] : [],
      ),
    })),
    isCut: all.length > maxRecords,
  };
}

export const unitOf = (start: Concept, release: LiveRelease): MomentUnit => {
  if (release.lookup.dictionary.eventTime === 'age') return 'age';
  return showsYearsOnly(start, release) ? 'year' : 'day';
};

/** When a record happened, as the member may see it: what the statement gives is no more exact. */
export function momentIn(row: TableRow, index: number): string | number | null {
  const value = row[cellKey(index)] ?? null;
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? value.slice(0, 10) : null;
}
