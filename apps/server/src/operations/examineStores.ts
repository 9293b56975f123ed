import path from 'node:path';
import { msPerDay } from '@atrium/contract/calendar/dayNumbers';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { sql } from 'kysely';
import { z } from 'zod';
import { releaseName } from '../catalogue/index.ts';
import { afterNewer, hasShared, listPending, loadInstallationId, usedByNewer } from '../database/index.ts';
import { isSharedBy, isStorageOf } from '../home/index.ts';
import { dutiesOf, listPortals } from '../portals/index.ts';
import { verifyAudit } from './auditOperations.ts';
import type { OperationDeps } from './operation.ts';
import { findMissingData, presentMissing } from './recover.ts';
import { describeIndex, lookAtIndex } from './releaseIndex.ts';

/** One finding, and what to do about it. */
export const finding = z.strictObject({
  check: z.string(),
  state: z.enum(['good', 'warning', 'bad']),
  sentence: z.string(),
  advice: z.string().nullable(),
});
export type Finding = z.infer<typeof finding>;

type Found = Omit<Finding, 'check'>;

const good = (sentence: string): Found => ({ state: 'good', sentence, advice: null });
const warning = (sentence: string, advice: string): Found => ({ state: 'warning', sentence, advice });
const bad = (sentence: string, advice: string): Found => ({ state: 'bad', sentence, advice });

const looks: Readonly<Record<string, (deps: OperationDeps) => Promise<Found>>> = {
  'state database': lookAtState,
  portals: lookAtPortals,
  'shared folders': lookAtFolders,
  releases: lookAtReleases,
  indexes: lookAtIndexes,
  audit: lookAtAudit,
  'back-ups': lookAtBackups,
  'waiting mail': lookAtMail,
};

/** Looks at the state database, the releases and the audit, and changes nothing. One that fails hides no other. */
export async function examineStores(deps: OperationDeps): Promise<readonly Finding[]> {
  const { pending, unknown } = await listPending(deps.db);
  if (unknown.length > 0)
    return [
      {
        check: 'state database',
        ...bad(usedByNewer(unknown), afterNewer),
      },
    ];
  if (pending.length > 0)
    return [
      {
        check: 'state database',
        ...warning(
          `It opens, and ${pending.length} migrations wait for the next start: ${pending.join(', ')}.`,
          'Make a back-up before you start this version: a migration cannot be taken back.',
        ),
      },
    ];
  const found: Finding[] = [];
  for (const [check, look] of Object.entries(looks)) {
    try {
      found.push({ check, ...(await look(deps)) });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      found.push({ check, ...bad(`It cannot be looked at: ${reason}`, 'See the log of the portal.') });
    }
  }
  return found;
}

const clockRow = z.tuple([z.object({ now: z.coerce.date(), version: z.string() })]);
const maxApartMs = 5_000;

/** The clocks of two machines must agree: memberships end by one, and the audit is dated by the other. */
async function lookAtState({ db, clock }: OperationDeps): Promise<Found> {
  const { rows } =
    await sql`select clock_timestamp() as now, current_setting('server_version') as version`.execute(db);
  const [{ now, version }] = clockRow.parse(rows);
  const apartMs = Math.abs(clock().getTime() - now.getTime());
  if (apartMs > maxApartMs)
    return bad(
      `Its clock and that of the portal are ${Math.round(apartMs / 1000)} seconds apart.`,
      'Set both clocks by NTP.',
    );
  return good(`PostgreSQL ${version} answers, and has the schema of this version.`);
}

/** The processes that share the installation (rule 15.62). */
async function lookAtPortals({ db }: OperationDeps): Promise<Found> {
  const portals = await listPortals(db);
  if (portals.length === 0) return good('None shares this installation with others.');
  const each = portals.map(
    (one) => `${one.name} (${one.version}, since ${one.since.toISOString()}) ${dutiesOf(one)}`,
  );
  const sentence = `${each.join('; ')}.`;
  if (new Set(portals.map(({ version }) => version)).size > 1)
    return warning(sentence, 'Restart the older ones with the new version.');
  if (!portals.some(({ leads }) => leads) && portals.some(({ address }) => address !== null))
    return warning(
      `${sentence} None does what is done once.`,
      'Another takes it within ten seconds. If none does, see their logs.',
    );
  return good(sentence);
}

/** A folder that is not mounted any more is empty, and nothing else says so (rule 15.66). */
async function lookAtFolders({ db, installed }: OperationDeps): Promise<Found> {
  if (installed === undefined || !(await hasShared(db, 'shared_folder')))
    return good('No folder is shared with other portals.');
  const id = await loadInstallationId(db);
  const folder = path.dirname(installed.uploads);
  const lost = [
    ...((await isSharedBy(folder, id ?? '').catch(() => null)) === true ? [] : [folder]),
    ...(!(await hasShared(db, 'shared_storage')) || (await isStorageOf(installed.storageRoot, id ?? ''))
      ? []
      : [installed.storageRoot]),
  ];
  if (lost.length > 0)
    return bad(
      `This is not what the other portals share: ${lost.join(', ')}.`,
      'Mount the same folder on each machine, and restart the portal.',
    );
  return good(`${folder} is shared with the other portals.`);
}

async function lookAtReleases(deps: OperationDeps): Promise<Found> {
  const { db, questions, releases } = deps;
  await questions.checkReady();
  const missing = await findMissingData(deps);
  if (missing.length > 0)
    return bad(
      missing.map(presentMissing).join(' '),
      'Do what the sentence says, or restore a back-up into another data directory and look there.',
    );
  const rows = await db.selectFrom('release').select(['id', 'state']).orderBy('id').execute();
  const present = await releases.list();
  const known = new Set(rows.map(({ id }) => releaseName(id)));
  const unopened: string[] = [];
  for (const { id, state } of rows) {
    const name = releaseName(id);
    if (!present.includes(name) || !['built', 'retired'].includes(state)) continue;
    await questions.open(name).catch(() => unopened.push(name));
  }
  if (unopened.length > 0)
    return warning(
      `No member stands on these releases, which cannot be opened, or lack tables: ${unopened.join(', ')}.`,
      'Reports that stay on one are not answered. Restore a back-up into another data directory to see them, or delete the releases in the staff rooms.',
    );
  const strange = present.filter((name) => !known.has(name));
  if (strange.length > 0)
    return warning(
      `The state database does not know ${strange.join(', ')}.`,
      'Delete them by hand if nobody needs them.',
    );
  return good(`All ${present.length} open, with every table that their dictionaries name.`);
}

/** No index is a fault of the installation: statements answer without one (rule 16.14). */
async function lookAtIndexes({ db, releases, indexes }: OperationDeps): Promise<Found> {
  if (indexes === undefined || indexes.memory() === null)
    return good('Releases have none: statements answer every question.');
  const rows = await db.selectFrom('release').select(['id', 'data_release_id']).orderBy('id').execute();
  const present = await releases.list();
  const kept = rows.filter(({ id }) => present.includes(releaseName(id)));
  const found = await Promise.all(
    kept.map(async ({ id, data_release_id: dataOf }) => {
      const index = await lookAtIndex(indexes, { release: id, dataOf });
      return {
        name: releaseName(id),
        state: index?.state,
        sentence: index === null ? '' : describeIndex(index),
      };
    }),
  );
  const lacking = found.filter(({ state }) => state === 'failed' || state === 'too_large');
  if (lacking.length > 0)
    return warning(
      lacking.map(({ name, sentence }) => `${name}: ${sentence}`).join(' '),
      'Statements answer meanwhile, which takes longer. See ATRIUM_INDEX_MEMORY, and "Make index again" in the staff rooms.',
    );
  const there = found.filter(({ state }) => state !== 'none').length;
  return good(`${there} of ${found.length} releases have theirs; another is made when somebody asks.`);
}

async function lookAtAudit(deps: OperationDeps): Promise<Found> {
  try {
    const [sentence = ''] = await verifyAudit(deps, { kind: 'verifyAudit', from: 1, anchors: [] }, {});
    return good(sentence);
  } catch (error) {
    if (!(error instanceof PortalError)) throw error;
    return bad(error.message, 'See "The audit" in the operations guide before you change anything.');
  }
}

const backups = z.array(z.object({ at: z.iso.datetime({ offset: true }) }));
const oldMs = 2 * msPerDay;

async function lookAtBackups({ db, clock }: OperationDeps): Promise<Found> {
  const row = await db
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'backups')
    .executeTakeFirst();
  const read = backups.safeParse(row?.value);
  const last = read.success ? read.data.at(-1) : undefined;
  const advice = 'Run "atrium backup FOLDER" every day, or set ATRIUM_BACKUPS.';
  if (last === undefined) return warning('No back-up is known.', advice);
  const age = clock().getTime() - new Date(last.at).getTime();
  return age > oldMs
    ? warning(`The last back-up is of ${last.at}.`, advice)
    : good(`The last back-up is of ${last.at}.`);
}

const lateMs = 600_000;

async function lookAtMail({ db, clock }: OperationDeps): Promise<Found> {
  const waiting = await db
    .selectFrom('mail')
    .select(({ fn }) => [fn.countAll<number>().as('mails'), fn.min('made_at').as('oldest')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const { mails, oldest } = waiting;
  if (oldest === null) return good('No mail waits.');
  if (clock().getTime() - new Date(oldest).getTime() < lateMs) return good('Mail is on its way.');
  return bad(
    `${mails} mails wait, the oldest since ${new Date(oldest).toISOString()}.`,
    'The mail server does not take them: see the log for its answer.',
  );
}
