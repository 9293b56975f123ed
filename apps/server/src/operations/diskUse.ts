import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { sql } from 'kysely';
import { z } from 'zod';
import { releaseName } from '../catalogue/index.ts';
import { numberInDataset } from '../database/index.ts';
import { type ReleaseUse, usesOfReleases } from './neededReleases.ts';
import type { KeptDays, OperationDeps } from './operation.ts';

const holders: Readonly<Record<ReleaseUse, string>> = {
  live: 'live',
  aggregates: 'members of level agg',
  previous: 'to go back to',
  waits: 'waits for a steward',
  reports: 'reports',
  data: 'data of another release',
};

/** Tables of the state that grow with use, what they are called, and how long their rows are kept. */
const growing: readonly (readonly [string, string, keyof KeptDays | null])[] = [
  ['audit_event', 'audit', 'auditDays'],
  ['audit_definition', 'recorded queries of the audit', 'auditDays'],
  ['question', 'questions for troubleshooting', 'questionDays'],
  ['count_receipt', 'count receipts', 'receiptDays'],
  ['import_log', 'log of imports', 'importLogDays'],
  ['snapshot', 'definitions and their history', null],
  ['report_definition', 'reports', null],
];

const sizeRow = z.tuple([z.object({ bytes: z.coerce.number() })]);

/** What takes room: each release of each dataset with what holds it, tables of the state, folders, and uploads by account. */
export async function showDisk(deps: OperationDeps): Promise<readonly string[]> {
  return [
    line('what', 'held by', 'megabytes'),
    ...(await ofReleases(deps)),
    ...(await ofState(deps)),
    ...(await ofFolders(deps)),
  ];
}

interface ReleaseOnDisk {
  readonly dataset: string;
  readonly name: string;
  /** Among those of its dataset (rule 10.34). */
  readonly number: number;
  /** What holds it, in words. */
  readonly heldBy: string;
  readonly bytes: number;
}

/** The releases on disk by dataset, and the bytes of those that the state database does not know. */
export async function storedReleases({ db, releases, reportReleaseDays = null }: OperationDeps): Promise<{
  readonly known: readonly ReleaseOnDisk[];
  readonly strays: ReadonlyMap<string, number>;
}> {
  const sizes = await releases.sizes();
  const uses = await usesOfReleases(db, reportReleaseDays);
  const known = await db
    .selectFrom('release')
    .innerJoin('dataset', 'dataset.id', 'release.dataset_id')
    .select(['release.id', 'dataset.unique_id as dataset', numberInDataset(sql`release.id`).as('number')])
    .orderBy('dataset.unique_id')
    .orderBy('release.id')
    .execute();
  const names = new Set(known.map(({ id }) => releaseName(id)));
  return {
    known: known.flatMap(({ id, dataset, number }) => {
      const name = releaseName(id);
      const bytes = sizes.get(name);
      if (bytes === undefined) return [];
      const heldBy = [...(uses.get(id) ?? [])].map((use) => holders[use]).join(', ') || 'nobody';
      return [{ dataset, name, number, heldBy, bytes }];
    }),
    strays: new Map([...sizes].filter(([name]) => !names.has(name))),
  };
}

async function ofReleases(deps: OperationDeps): Promise<readonly string[]> {
  const { known, strays } = await storedReleases(deps);
  return [
    ...known.map(({ dataset, name, number, heldBy, bytes }) =>
      line(`dataset ${dataset}, release ${number} (${name})`, heldBy, bytes),
    ),
    ...[...strays].map(([name, bytes]) => line(name, 'unknown to the state database', bytes)),
  ];
}

interface GrowingTable {
  readonly title: string;
  readonly bytes: number;
  /** For how long its rows are kept, in words; null where they stay until somebody deletes them. */
  readonly kept: string | null;
}

/** The tables of the state that grow with use. */
export async function tablesThatGrow({
  db,
  keptDays,
}: Pick<OperationDeps, 'db' | 'keptDays'>): Promise<readonly GrowingTable[]> {
  const tables: GrowingTable[] = [];
  for (const [table, title, setting] of growing) {
    const size = await sql`select pg_total_relation_size(${table}::regclass) as bytes`.execute(db);
    const [{ bytes }] = sizeRow.parse(size.rows);
    const kept = setting === null ? null : keptFor(setting, keptDays?.[setting] ?? null);
    tables.push({ title, bytes, kept });
  }
  return tables;
}

function keptFor(setting: keyof KeptDays, days: number | null): string {
  if (days !== null) return `kept for ${formatQuantity(days, 'day')}`;
  return setting === 'questionDays' ? 'not kept' : 'kept for ever';
}

async function ofState(deps: OperationDeps): Promise<readonly string[]> {
  const { rows } = await sql`select pg_database_size(current_database()) as bytes`.execute(deps.db);
  const [{ bytes: whole }] = sizeRow.parse(rows);
  return [
    line('state database', 'all of it', whole),
    ...(await tablesThatGrow(deps)).map(({ title, bytes, kept }) =>
      line('state database', kept === null ? title : `${title}, ${kept}`, bytes),
    ),
  ];
}

async function ofFolders({ db, installed }: OperationDeps) {
  if (installed === undefined) return [];
  const { home, storageRoot, uploads } = installed;
  const folders = ['state', 'import', 'spool', 'removed', 'state-copies'];
  const left = (await namesIn(home)).filter((name) => name.startsWith('state.broken-'));
  const lines: string[] = [];
  for (const name of [...folders, ...left]) {
    const bytes = await sizeOf(path.join(home, name));
    if (bytes > 0) lines.push(line('folder', name, bytes));
  }
  const stored = await sizeOf(storageRoot);
  if (stored > 0) lines.push(line('folder', 'files to download', stored));
  return [...lines, ...(await ofUploads(db, uploads))];
}

/** Files that staff have sent, by who did. */
async function ofUploads(db: OperationDeps['db'], folder: string): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('upload')
    .leftJoin('account', 'account.id', 'upload.account_id')
    .select(['upload.id', 'account.username'])
    .execute();
  const byHolder = new Map<string, number>();
  for (const { id, username } of rows) {
    const holder = username ?? 'an account that is gone';
    byHolder.set(holder, (byHolder.get(holder) ?? 0) + (await sizeOf(path.join(folder, id))));
  }
  return [...byHolder].sort().map(([holder, bytes]) => line('uploads', holder, bytes));
}

const namesIn = (folder: string): Promise<readonly string[]> => readdir(folder).catch(() => []);

/** The bytes of a file, or of all files below a folder; links are not followed, and what goes meanwhile counts nothing. */
async function sizeOf(at: string): Promise<number> {
  const found = await lstat(at).catch(() => null);
  if (found === null) return 0;
  if (!found.isDirectory()) return found.size;
  let sum = 0;
  for (const name of await namesIn(at)) sum += await sizeOf(path.join(at, name));
  return sum;
}

const line = (what: string, by: string, bytes: number | string): string =>
  [what, by, typeof bytes === 'string' ? bytes : (bytes / 1_000_000).toFixed(1)].join('\t');
