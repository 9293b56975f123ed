import { utcDayOf } from '@atrium/contract/calendar/days';
import { auditEndpoints } from '@atrium/contract/endpoints/audit';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { type AccessLevel, accessLevels } from '@atrium/contract/wire/access';
import { type AuditDetail, type AuditLine, auditDetail } from '@atrium/contract/wire/audit';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { releaseNumbers, type Schema } from '../database/index.ts';
import { type Api, disclosed, route, showsNothing } from '../http/index.ts';
import type { StoredLine } from './canonicalLine.ts';
import { type AuditFormat, exportLines } from './exportLines.ts';
import { findNamed, type LineFilter, loadLine, loadPage } from './loadLines.ts';
import type { DisclosureLine } from './record.ts';
import { definitionsOf, loadRecorded, recordedIn } from './recordedQueries.ts';

export interface AuditDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** The level that an account has in a dataset now; null where nothing is open to it. */
  readonly findLevel: (of: {
    readonly accountId: number;
    readonly datasetId: number | null;
  }) => Promise<AccessLevel | null>;
}

interface Wanted extends Omit<LineFilter, 'accountId' | 'who'> {
  readonly who?: string | undefined;
}

interface PageQuery extends Wanted {
  readonly groupTransfers?: boolean | undefined;
  readonly cursor?: number | undefined;
  readonly pageSize?: number | undefined;
}

const defaultPageSize = 50;
const maxPageSize = 500;

/** Everybody sees their own lines; staff see and download all of them. */
export function registerAudit<Account extends { readonly id: number; readonly isStaff: boolean }, Member>(
  api: Api<Account, Member, DisclosureLine>,
  { db, clock, findLevel }: AuditDeps,
): void {
  const filterOf = async ({ who = '', ...wanted }: Wanted): Promise<Omit<LineFilter, 'accountId'>> =>
    who === '' ? wanted : { ...wanted, who: await findNamed(db, who) };
  const page = async (accountId: number | undefined, query: PageQuery) => {
    const { cursor, pageSize, groupTransfers, ...wanted } = query;
    const size = pageSize ?? defaultPageSize;
    if (size < 1 || size > maxPageSize)
      throw fieldRefusal('bad_request', 'page_size', `must lie between 1 and ${maxPageSize}`);
    const { lines, next } = await loadPage(db, {
      filter: { ...(await filterOf(wanted)), accountId },
      before: cursor,
      size,
      // Who asks for one action, or for one transfer, wants its lines.
      groupsTransfers:
        groupTransfers === true && wanted.action === undefined && wanted.transfer === undefined,
    });
    return { results: lines.map(present), next, releaseNumbers: await numbersOf(db, lines) };
  };
  route(api, auditEndpoints.own, ({ account, query }) => page(account.id, query));
  route(api, auditEndpoints.all, async ({ query: { account, ...query } }) => {
    const found = await page(account, query);
    return disclosed(found, [seen({ lines: found.results.length, account: account ?? null })]);
  });
  route(api, auditEndpoints.definitions, async ({ account, params }) => {
    const line = await loadLine(db, params.lineId, account.isStaff ? undefined : account.id);
    if (line === undefined) throw new PortalError('not_found', 'There is no such line.');
    if (!account.isStaff) await requireSameAccess(findLevel, account.id, line);
    const reply = { definitions: recordedIn(await loadRecorded(db, [line]), line) };
    if (line.accountId === account.id) return showsNothing(reply);
    const look = seen({ line: line.id, account: line.accountId });
    return disclosed(reply, [{ ...look, ...(line.datasetId === null ? {} : { datasetId: line.datasetId }) }]);
  });

  const download = (format: AuditFormat, accountId: number, filter: LineFilter) => ({
    fileName: `audit_${utcDayOf(clock())}.${format}`,
    body: exportLines(db, { format, filter, by: { accountId } }),
  });
  route(api, auditEndpoints.exportCsv, async ({ account, query: { account: accountId, ...filter } }) =>
    disclosed(download('csv', account.id, { ...(await filterOf(filter)), accountId }), [
      seen({ file: 'csv' }),
    ]),
  );
  route(api, auditEndpoints.exportNdjson, async ({ account, query: { account: accountId, ...filter } }) =>
    disclosed(download('ndjson', account.id, { ...(await filterOf(filter)), accountId }), [
      seen({ file: 'ndjson' }),
    ]),
  );
}

/** Staff look at what others asked, and leave a line before they see it (rule 15.50). */
const seen = (detail: AuditDetail) => ({
  action: 'staff_view' as const,
  detail: { room: 'audit', ...detail },
});

/** The releases that lines name, by the numbers that people know. */
const numbersOf = (db: Kysely<Schema>, lines: readonly StoredLine[]): Promise<Record<string, number>> =>
  releaseNumbers(db, {
    releases: lines.flatMap(({ detail }) =>
      [...detail.matchAll(/"release_(\d{1,9})"/g)].map(([, id]) => Number(id)),
    ),
  });

const present = (line: StoredLine): AuditLine => ({
  ...line,
  at: line.at.toISOString(),
  detail: auditDetail.parse(JSON.parse(line.detail)),
});

const levelOfQuery = z.object({ level: z.enum(accessLevels) });

const rank: Readonly<Record<AccessLevel, number>> = { agg: 0, deid: 1, phi: 2 };

/**
 * Refuses with not_permitted where the member's level is lower now than at the time of the query: a recorded query may
 * hold values that only the higher level shows.
 */
async function requireSameAccess(
  findLevel: AuditDeps['findLevel'],
  accountId: number,
  line: Pick<StoredLine, 'datasetId' | 'detail'>,
): Promise<void> {
  if (definitionsOf(line).length === 0) return;
  const then = levelOfQuery.safeParse(JSON.parse(line.detail));
  const now = await findLevel({ accountId, datasetId: line.datasetId });
  const isEnough = now !== null && then.success && rank[now] >= rank[then.data.level];
  if (!isEnough)
    throw new PortalError(
      'not_permitted',
      'You asked this with more access to the dataset than you have now.',
    );
}
