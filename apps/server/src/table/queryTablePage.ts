import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { type Paginator, paginate } from '@atrium/contract/wire/paginator';
import type { Preview } from '@atrium/contract/wire/tableView';
import {
  type CheckedTable,
  describeTable,
  presentRow,
  type ReleaseQuestion,
  type TableRow,
} from '@atrium/engine';
import { inTimeSlices } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { closedWarnings } from '../catalogue/index.ts';
import { countOf, requirePlan } from '../cohort/index.ts';
import { disclosed, type OpenMeter, showsNothing } from '../http/index.ts';
import { issueTableReceipts, recordedTable, type TableDeps, type TableSource } from './tableKind.ts';

const defaultPageSize = 10;
const maxPageSize = 3000;

export interface PageRequest {
  readonly source: TableSource;
  readonly page?: number | undefined;
  readonly recordsPerPage?: number | undefined;
  readonly meter: Pick<OpenMeter, 'isCounting'>;
  readonly signal: AbortSignal;
}

/** Queries one page of a table over its cohort (rules 5.4 and 9.9). */
export async function queryTablePage(
  deps: TableDeps,
  member: Member,
  { source, page = 1, recordsPerPage = defaultPageSize, meter, signal }: PageRequest,
) {
  if (page < 1) throw fieldRefusal('bad_request', 'page', 'must be at least 1');
  if (recordsPerPage < 1 || recordsPerPage > maxPageSize) {
    throw fieldRefusal('bad_request', 'records_per_page', `must lie between 1 and ${maxPageSize}`);
  }
  const open = await source.open();
  const { release, checked, definition } = open.cohort;
  const shown = {
    warnings: [...closedWarnings(release), ...open.table.warnings],
    extended: describeTable(open.table, { lookup: release.lookup, cohort: definition }),
  };
  if (checked.kind === 'broken') {
    const broken: Preview = { ...shown, ...nothing, errors: checked.errors.map(({ message }) => message) };
    return showsNothing(broken);
  }
  const plan = requirePlan(open.cohort, deps);
  const { table } = open;
  const ask = (question: ReleaseQuestion) => deps.questions.ask(question, release, { signal });
  const window = { limit: recordsPerPage, offset: (page - 1) * recordsPerPage };
  const [[records], [subjects], rows] = await Promise.all([
    ask({ kind: 'recordCount', table, plan }),
    ask(countOf(plan, release)),
    ask({ kind: 'page', table, plan, window }),
  ]);
  const { data, bytes } = await inTimeSlices(presentInSteps(open.table, rows, meter.isCounting));
  const recordCount = Number(records?.['count'] ?? 0);
  const subjectCount = Number(subjects?.['count'] ?? 0);
  const receipts = await issueTableReceipts(deps, member, open, plan);
  const line = {
    action: 'preview' as const,
    detail: {
      release: release.release,
      snapshot: open.cohort.snapshot.snapshotId,
      page,
      rows: rows.length,
      records: recordCount,
      subjects: subjectCount,
      ...receipts,
      ...source.detail,
    },
    recordedQuery: recordedTable(open),
  };
  const answer: Preview = {
    ...shown,
    errors: [],
    paginator: paginate(page, recordsPerPage, recordCount),
    data,
    recordCount,
    subjectCount,
    ...receipts,
  };
  return disclosed(answer, [line], { rows: rows.length, bytes });
}

/** Rows as they travel, one in each step, since a row may hold long lists; and how long they are, where that counts. */
export function* presentInSteps(
  table: CheckedTable,
  rows: readonly TableRow[],
  isCounting: boolean,
): Generator<undefined, { readonly data: Preview['data']; readonly bytes: number }, undefined> {
  const data: Preview['data'] = [];
  let bytes = '[]'.length;
  for (const row of rows) {
    const cells = presentRow(table, row);
    if (isCounting) bytes += Buffer.byteLength(JSON.stringify(cells)) + (data.length === 0 ? 0 : 1);
    data.push(cells);
    yield;
  }
  return { data, bytes };
}

const noPages: Paginator = {
  firstIndex: 0,
  lastIndex: 0,
  currentPage: 1,
  previousPage: null,
  nextPage: null,
  lastPage: 0,
  totalRecords: 0,
};

/** A cohort with errors has no number, but a paginator that clients can parse. */
const nothing = {
  paginator: noPages,
  data: [],
  recordCount: 0,
  subjectCount: 0,
  previewFailed: true,
} as const satisfies Partial<Preview>;
