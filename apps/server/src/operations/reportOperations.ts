import { utcDayOf } from '@atrium/contract/calendar/days';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { deleteReportAsStaff, giveReport, listReportsForStaff, type StaffReport } from '../report/index.ts';
import { type Operation, type OperationDeps, recordedBy, type Watcher } from './operation.ts';

type Deps = Pick<OperationDeps, 'db' | 'clock'>;
type ReportOperation = Extract<Operation, { kind: 'listReports' | 'giveReport' | 'deleteReport' }>;

/** Lists the reports of a dataset, gives one to another member, or deletes one (rule 12.13). */
export async function administerReports(
  deps: Deps,
  operation: ReportOperation,
  watcher: Pick<Watcher, 'operator'>,
): Promise<readonly string[]> {
  const by = recordedBy(watcher);
  switch (operation.kind) {
    case 'listReports':
      return listReports(deps, operation);
    case 'giveReport': {
      const { report: id, username } = operation;
      const given = await giveReport(deps, { id, username, by });
      return [`Report ${id}, "${given.name}", of ${given.dataset} is now of ${given.owner}.`];
    }
    case 'deleteReport': {
      const { name, owner, dataset } = await deleteReportAsStaff(deps, { id: operation.report, by });
      return [`Report ${operation.report}, "${name}", of ${owner} in ${dataset} is deleted.`];
    }
    default:
      return unreachable(operation);
  }
}

const pageSize = 1000;

async function listReports(
  deps: Deps,
  { dataset, search }: Extract<Operation, { kind: 'listReports' }>,
): Promise<readonly string[]> {
  await requireDataset(deps, dataset);
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const { reports, count } = await listReportsForStaff(deps, { dataset, search, page, pageSize });
    lines.push(...reports.map(lineOf));
    if (page * pageSize >= count) break;
  }
  return lines.length === 0 ? ['There are no such reports.'] : [head, ...lines];
}

async function requireDataset({ db }: Deps, dataset: string): Promise<void> {
  const found = await db
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', dataset)
    .executeTakeFirst();
  if (found === undefined) throw new PortalError('not_found', `There is no dataset ${dataset}.`);
}

const head = ['report', 'created', 'saved', 'creator', 'access', 'name'].join('\t');

/** Fields are divided by tabs, of which no name is left. */
const lineOf = (report: StaffReport): string =>
  [
    report.id,
    utcDayOf(report.created),
    utcDayOf(report.saved),
    report.ownerUsername ?? report.owner,
    report.ownerHasAccess ? 'yes' : 'no',
    report.name,
  ]
    .map((field) => String(field).replace(/\p{C}+/gu, ' '))
    .join('\t');
