import type { CohortTimelines } from '@atrium/contract/endpoints/cohortSubjects';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import {
  always,
  type CohortPlan,
  type Collection,
  cellKey,
  groupOf,
  hasEvents,
  kindOf,
  type OneSubject,
  presentRow,
  someSubjects,
  type TableRow,
  withRowsOf,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { countOf, openCohort, requirePlan } from './cohortKind.ts';
import { amountOf, lineOf, requireIds } from './explainSubject.ts';
import { type AskedRecords, columnsOf, momentIn, stackedTable, timesOf, unitOf } from './subjectRecords.ts';

/** So many subjects are drawn. */
const maxLanes = 100;
/** Of so many records of one kind. */
const maxEvents = 3000;

interface TimelinesRequest {
  readonly sortBy?: string | undefined;
  readonly signal: AbortSignal;
}

/** When things happened to up to a hundred subjects of the active cohort (rule 17.20). */
export async function queryTimelines(
  deps: DefinitionDeps,
  member: Member,
  { sortBy, signal }: TimelinesRequest,
) {
  const cohort = await openCohort(deps, member);
  const { release } = cohort;
  const { lookup } = release;
  const plan = requirePlan(cohort, deps);
  requireIds(cohort);
  const asked = { deps, cohort, signal };
  const collections = lookup.dictionary.collections.filter((one) => !one.isRoot && hasEvents(one, lookup));
  const first = sortBy === undefined ? undefined : collections.find(({ id }) => id === sortBy);
  if (sortBy !== undefined && first === undefined)
    throw fieldRefusal('not_found', 'sort_by', 'there are no such events');
  const ids = await shownIds(asked, plan, first);
  const some = someSubjects(ids, lookup);
  const events = new Map<string, CohortTimelines['subjects'][number]['events']>(ids.map((id) => [id, []]));
  for (const collection of collections)
    for (const { subject, ...event } of await eventsIn(asked, some, collection))
      events.get(subject)?.push(event);
  const [counted] = await deps.questions.ask(countOf(plan, release), release, { signal });
  const [start] = collections.flatMap((collection) => timesOf(collection, release));
  const reply: CohortTimelines = {
    snapshotId: cohort.snapshot.snapshotId,
    count: Number(counted?.['count'] ?? 0),
    unit: start === undefined ? 'day' : unitOf(start, release),
    collections: collections.map(({ id, titlePlural }) => ({ collectionId: id, title: titlePlural })),
    subjects: [...events].map(([subject, own]) => ({ subject, events: own })),
  };
  const rows = reply.subjects.reduce((sum, one) => sum + one.events.length, 0);
  return disclosed(reply, [lineOf(cohort, { rows, timelines: ids.length })], amountOf(rows, reply.subjects));
}

const anyRecordOf = (collection: Collection) =>
  ({ entryId: '', collection, condition: always, count: { operator: 'at least', value: 1 } }) as const;

async function rowsOf(
  { deps, cohort, signal }: AskedRecords,
  {
    plan,
    columns,
    limit,
  }: { readonly plan: CohortPlan; readonly columns: ReturnType<typeof columnsOf>; readonly limit: number },
) {
  const table = stackedTable(columns, cohort.release);
  const window = { limit, offset: 0 };
  const rows: readonly TableRow[] = await deps.questions.ask(
    { kind: 'page', table, plan, window },
    cohort.release,
    { signal },
  );
  return { table, rows };
}

/** Those with the earliest event of the collection first, then the others, by their ids. */
async function shownIds(
  asked: AskedRecords,
  plan: CohortPlan,
  first: Collection | undefined,
): Promise<readonly string[]> {
  const id = requireIds(asked.cohort);
  const group = groupOf(plan);
  const found: string[] = [];
  if (first !== undefined) {
    const [start] = timesOf(first, asked.cohort.release);
    const dated = { ...group, sets: [anyRecordOf(first)] };
    const columns = start === undefined ? [id] : [start, id];
    const { rows } = await rowsOf(asked, { plan: dated, columns, limit: maxEvents });
    found.push(
      ...rows
        .filter((row) => momentIn(row, 0) !== null)
        .map((row) => String(row[cellKey(columns.length - 1)])),
    );
  }
  const { rows } = await rowsOf(asked, { plan: group, columns: [id], limit: 2 * maxLanes });
  return [...new Set([...found, ...rows.map((row) => String(row[cellKey(0)]))])].slice(0, maxLanes);
}

/** The events of one collection: of whom, when, and the first value that the cohort asks for or that names them. */
async function eventsIn(asked: AskedRecords, some: OneSubject, collection: Collection) {
  const { cohort } = asked;
  const { release } = cohort;
  const times = timesOf(collection, release);
  const label = columnsOf(collection, cohort).find(
    (concept) => !times.includes(concept) && !concept.isMultiple && !kindOf(concept).isFreeText,
  );
  const columns = [requireIds(cohort), ...times, ...(label === undefined ? [] : [label])];
  const plan = withRowsOf(some, anyRecordOf(collection));
  const { table, rows } = await rowsOf(asked, { plan, columns, limit: maxEvents });
  return rows.flatMap((row) => {
    const start = momentIn(row, 1);
    const named = label === undefined ? null : (presentRow(table, row).at(-1) ?? null);
    if (start === null) return [];
    return {
      subject: String(row[cellKey(0)]),
      collectionId: collection.id,
      start,
      end: times.length > 1 ? momentIn(row, 2) : null,
      label: named === null || typeof named === 'object' ? collection.title : String(named),
    };
  });
}
