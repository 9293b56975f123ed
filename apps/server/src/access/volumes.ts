import { addDays, utcDayOf } from '@atrium/contract/calendar/days';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { storedSettings } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Kysely, sql } from 'kysely';
import { perEpoch } from '../asking/index.ts';
import type { VolumeLimits } from '../config/parseVolume.ts';
import type { Schema } from '../database/index.ts';
import { type Amount, type OpenMeter, TooManyRequests } from '../http/index.ts';
import type { Member } from './account.ts';

/** An account has taken much on one day. */
export interface BulkExport extends Amount {
  readonly accountId: number;
  readonly username: string;
  /** The dataset of which the last part was, by its id in paths. */
  readonly dataset: string;
  readonly day: string;
}

export interface VolumeDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** Of the site, for all datasets together. */
  readonly limits: VolumeLimits;
  /** Above this amount `onBulk` is called, once a day for each account. */
  readonly bulk?: VolumeLimits;
  readonly onBulk?: (event: BulkExport) => void;
}

/** Counts the rows of subjects that leave the portal (rule 8.21). */
export interface Volumes {
  /** Opens the count of a member for one file or page; refuses with volume_limit where nothing is left of the day. */
  open(member: Taker): Promise<OpenMeter>;
}

export type Taker = Pick<Member, 'account' | 'datasetId' | 'uniqueId' | 'asOf'>;

export function createVolumes(deps: VolumeDeps): Volumes {
  const keep = perEpoch<Pick<Limits, 'ofDataset'>>('volume limits');
  // A file that is read in many ranges opens a count for each of them.
  const limitOf = async ({ asOf, datasetId }: Taker): Promise<number | null> => {
    const find = async () => ({ ofDataset: await loadLimit(deps.db, datasetId) });
    return (await keep({ epoch: asOf?.epoch, key: String(datasetId) }, find))?.ofDataset ?? null;
  };
  return {
    open: async (member) => {
      const limits = { site: deps.limits, ofDataset: await limitOf(member) };
      const isWatched = [...Object.values(deps.limits), ...Object.values(deps.bulk ?? {}), limits.ofDataset];
      if (isWatched.every((limit) => limit === null)) return unlimited;
      const start = await loadTaken(deps, member);
      requireLeft(start, limits, deps.clock());
      return {
        isCounting: true,
        limitsRows: limits.site.rows !== null || limits.ofDataset !== null,
        requireRoom: (rows, bytes = 0) => requireRoom(start, limits, { rows, bytes, now: deps.clock() }),
        add: (amount) => add(deps, member, { amount, limits }),
      };
    },
  };
}

const unlimited: OpenMeter = {
  isCounting: false,
  limitsRows: false,
  requireRoom: () => {},
  add: async () => {},
};

/** The rows a day of one dataset; null where it has no limit. Settings that cannot be read open nothing. */
async function loadLimit(db: Kysely<Schema>, datasetId: number): Promise<number | null> {
  const row = await db
    .selectFrom('dataset')
    .select('settings')
    .where('id', '=', datasetId)
    .executeTakeFirst();
  const read = storedSettings.safeParse(row?.settings ?? {});
  if (!read.success) throw new PortalError('not_ready', 'The settings of this dataset cannot be read.');
  return read.data.exportRowsPerDay ?? null;
}

interface Limits {
  readonly site: VolumeLimits;
  readonly ofDataset: number | null;
}

/** The amounts that were taken today: of all datasets, and of this one. */
interface Taken extends Amount {
  readonly ofDataset: number;
}

async function loadTaken(
  { db, clock }: Pick<VolumeDeps, 'db' | 'clock'>,
  { account, datasetId }: Taker,
): Promise<Taken> {
  const row = await db
    .selectFrom('export_volume')
    .select([
      sql<string>`coalesce(sum(rows), 0)`.as('rows'),
      sql<string>`coalesce(sum(bytes), 0)`.as('bytes'),
      sql<string>`coalesce(sum(rows) filter (where dataset_id = ${datasetId}), 0)`.as('ofDataset'),
    ])
    .where('account_id', '=', account.id)
    .where('day', '=', utcDayOf(clock()))
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), bytes: Number(row.bytes), ofDataset: Number(row.ofDataset) };
}

/** Adds to the day in one statement, so that of several downloads and portals each finds what the others took. */
async function add(
  deps: VolumeDeps,
  member: Taker,
  { amount, limits }: { readonly amount: Amount; readonly limits: Limits },
): Promise<void> {
  const now = deps.clock();
  await deps.db
    .insertInto('export_volume')
    .values({ account_id: member.account.id, dataset_id: member.datasetId, day: utcDayOf(now), ...amount })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day', 'dataset_id']).doUpdateSet({
        rows: sql<number>`export_volume.rows + excluded.rows`,
        bytes: sql<number>`export_volume.bytes + excluded.bytes`,
      }),
    )
    .execute();
  const taken = await loadTaken(deps, member);
  tellOfBulk(deps, member, { taken, amount });
  const isOver =
    isAbove(taken.rows, limits.site.rows) ||
    isAbove(taken.bytes, limits.site.bytes) ||
    isAbove(taken.ofDataset, limits.ofDataset);
  if (isOver) throw reached(limits, now);
}

const isAbove = (value: number, limit: number | null): boolean => limit !== null && value > limit;
const isUsedUp = (value: number, limit: number | null): boolean => limit !== null && value >= limit;

function tellOfBulk(
  { bulk, onBulk, clock }: VolumeDeps,
  { account, uniqueId }: Taker,
  { taken, amount }: { readonly taken: Taken; readonly amount: Amount },
): void {
  if (bulk === undefined) return;
  const passed = (['rows', 'bytes'] as const).some(
    (kind) => isUsedUp(taken[kind], bulk[kind]) && !isUsedUp(taken[kind] - amount[kind], bulk[kind]),
  );
  const before = (['rows', 'bytes'] as const).some((kind) =>
    isUsedUp(taken[kind] - amount[kind], bulk[kind]),
  );
  if (!passed || before) return;
  const { rows, bytes } = taken;
  const who = { accountId: account.id, username: account.username, dataset: uniqueId };
  onBulk?.({ ...who, day: utcDayOf(clock()), rows, bytes });
}

function requireLeft(taken: Taken, limits: Limits, now: Date): void {
  const isFull =
    isUsedUp(taken.rows, limits.site.rows) ||
    isUsedUp(taken.bytes, limits.site.bytes) ||
    isUsedUp(taken.ofDataset, limits.ofDataset);
  if (isFull) throw reached(limits, now);
}

function requireRoom(
  taken: Taken,
  limits: Limits,
  { rows, bytes, now }: Amount & { readonly now: Date },
): void {
  const bytesLeft = (limits.site.bytes ?? Number.POSITIVE_INFINITY) - taken.bytes;
  if (bytes > bytesLeft)
    throw reached(
      limits,
      now,
      `This has ${inMegabytes(bytes)}, and ${inMegabytes(bytesLeft)} are left to you today.`,
    );

  const left = Math.min(
    (limits.site.rows ?? Number.POSITIVE_INFINITY) - taken.rows,
    (limits.ofDataset ?? Number.POSITIVE_INFINITY) - taken.ofDataset,
  );
  if (rows <= left) return;
  const sizes = `This file has ${formatQuantity(rows, 'row')}, and ${counted(left)} ${left === 1 ? 'is' : 'are'} left to you today.`;
  throw reached(limits, now, sizes);
}

const counted = (value: number): string => value.toLocaleString('en-US');
const megabyte = 1_000_000;
const inMegabytes = (bytes: number): string => `${counted(bytes / megabyte)} MB`;

/** The refusal, with what is allowed and when the count begins anew. */
function reached(
  { site, ofDataset }: Limits,
  now: Date,
  sizes = 'You have taken all that is allowed today.',
) {
  const allowed = [
    ...(site.rows === null ? [] : [formatQuantity(site.rows, 'row')]),
    ...(site.bytes === null ? [] : [`${counted(site.bytes / megabyte)} MB`]),
    ...(ofDataset === null ? [] : [`${formatQuantity(ofDataset, 'row')} of this dataset`]),
  ];
  const next = new Date(`${addDays(utcDayOf(now), 1)}T00:00:00Z`);
  const wait = Math.ceil((next.getTime() - now.getTime()) / 1000);
  const hours = Math.ceil(wait / 3600);
  const sentence = `${sizes} A day allows ${allowed.join(' and ')}; the next begins at 00:00 UTC, in ${hours === 1 ? 'less than an hour' : `${hours} hours`}.`;
  return new TooManyRequests(wait, sentence, 'volume_limit');
}
