import type { CohortTimelines } from '@atrium/contract/endpoints/cohortSubjects';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import {
  always,
  type CheckedTable,
  type CohortPlan,
  type Collection,
  type Concept,
  cellKey,
  checkTable,
  groupOf,
  hasEvents,
  kindOf,
  type OneSubject,
  type PageWindow,
  presentRow,
  someSubjects,
  type TableRow,
  withRowsOf,
} from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { LiveRelease } from '../catalogue/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed } from '../http/index.ts';
import { countOf, openCohort, requirePlan } from './cohortKind.ts';
import { amountOf, lineOf, requireIds } from './explainSubject.ts';
import {
  type AskedRecords,
  columnsOf,
  momentOf,
  recordTable,
  stackedTable,
  timesOf,
  unitOf,
} from './subjectRecords.ts';

/** So many subjects are drawn. */
const maxLanes = 100;
/** Of so many records of one kind, by pages. */
const maxEvents = 30_000;
const pageRows = 3000;

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
  const cut = new Set<string>();
  for (const collection of collections) {
    const found = await eventsIn(asked, some, collection);
    for (const { subject, ...event } of found.events) events.get(subject)?.push(event);
    for (const id of ids) if (found.isCutOf(id)) cut.add(id);
  }
  const [counted] = await deps.questions.ask(countOf(plan, release), release, { signal });
  const [start] = collections.flatMap((collection) => timesOf(collection, release));
  const reply: CohortTimelines = {
    snapshotId: cohort.snapshot.snapshotId,
    count: Number(counted?.['count'] ?? 0),
    unit: start === undefined ? 'day' : unitOf(start, release),
    collections: collections.map(({ id, titlePlural }) => ({ collectionId: id, title: titlePlural })),
    subjects: [...events].map(([subject, own]) => ({ subject, events: own, isCut: cut.has(subject) })),
  };
  const rows = reply.subjects.reduce((sum, one) => sum + one.events.length, 0);
  return disclosed(reply, [lineOf(cohort, { rows, timelines: ids.length })], amountOf(rows, reply.subjects));
}

const anyRecordOf = (collection: Collection) =>
  ({ entryId: '', collection, condition: always, count: { operator: 'at least', value: 1 } }) as const;

interface RowsQuestion {
  readonly plan: CohortPlan;
  readonly table: CheckedTable;
  readonly window: PageWindow;
}

const rowsOf = async (
  { deps, cohort, signal }: AskedRecords,
  question: RowsQuestion,
): Promise<readonly TableRow[]> =>
  await deps.questions.ask({ kind: 'page', ...question }, cohort.release, { signal });

/** Those with the earliest event of the collection first, then the others, by their ids. */
async function shownIds(
  asked: AskedRecords,
  plan: CohortPlan,
  first: Collection | undefined,
): Promise<readonly string[]> {
  const { release } = asked.cohort;
  const id = requireIds(asked.cohort);
  const [start] = first === undefined ? [] : timesOf(first, release);
  const table = start === undefined ? stackedTable([id], release) : byEarliest(id, start, release);
  const window = { limit: maxLanes, offset: 0 };
  const rows = await rowsOf(asked, { plan: groupOf(plan), table, window });
  return rows.map((row) => String(row[cellKey(0)]));
}

/** The ids of subjects, each with the earliest value of a concept, and in their order. */
function byEarliest(id: Concept, start: Concept, release: LiveRelease): CheckedTable {
  const fields = [
    { entryId: 'id', conceptId: id.id, aggregate: false, aggregationMethod: null },
    {
      entryId: 'earliest',
      conceptId: start.id,
      aggregate: true,
      aggregationMethod: kindOf(start).scale === 'date' ? 'min_date' : 'min',
    },
  ];
  const sort = [{ entryId: 'earliest', direction: 1 as const }];
  return checkTable({ tableType: 'subject', fields, sort }, { lookup: release.lookup, member: release });
}

/** The events of one collection: of whom, when, and the first value that the cohort asks for or that names them. */
async function eventsIn(asked: AskedRecords, some: OneSubject, collection: Collection) {
  const { cohort } = asked;
  const { release } = cohort;
  const times = timesOf(collection, release);
  const [from, to] = times;
  const label = columnsOf(collection, cohort).find(
    (concept) => !times.includes(concept) && !concept.isMultiple && !kindOf(concept).isFreeText,
  );
  const columns = [requireIds(cohort), ...times, ...(label === undefined ? [] : [label])];
  const table = recordTable(columns, release);
  const { rows, isCut } = await eachPage(asked, { plan: withRowsOf(some, anyRecordOf(collection)), table });
  const events = rows.flatMap((row) => {
    const start = from === undefined ? null : momentOf(row[cellKey(1)], from, release);
    const named = label === undefined ? null : (presentRow(table, row).at(-1) ?? null);
    if (start === null) return [];
    return {
      subject: String(row[cellKey(0)]),
      collectionId: collection.id,
      start,
      end: to === undefined ? null : momentOf(row[cellKey(2)], to, release),
      label: named === null || typeof named === 'object' ? collection.title : String(named),
    };
  });
  const last = String(rows.at(-1)?.[cellKey(0)]);
  const whole = new Set(isCut ? rows.map((row) => String(row[cellKey(0)])).filter((id) => id !== last) : []);
  return { events, isCutOf: (subject: string) => isCut && !whole.has(subject) };
}

async function eachPage(asked: AskedRecords, question: Omit<RowsQuestion, 'window'>) {
  const rows: TableRow[] = [];
  while (rows.length < maxEvents) {
    const window = { limit: pageRows, offset: rows.length };
    const page = await rowsOf(asked, { ...question, window });
    rows.push(...page);
    if (page.length < pageRows) return { rows, isCut: false };
  }
  return { rows, isCut: true };
}
