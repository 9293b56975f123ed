import {
  type DatasetSettings,
  datasetSettings,
  storedSettings,
} from '@atrium/contract/documents/dataPackage';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { issueWords } from '@atrium/contract/errors/issueWords';
import { type Kysely, sql, type Transaction } from 'kysely';
import { z } from 'zod';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { endOfPassports } from './membershipOperations.ts';
import { type By, type Operation, recordedBy } from './operation.ts';
import { presentUnconfirmed, type UnconfirmedSetting, withoutWidening } from './widening.ts';

/** The settings of a steward by key; null removes one of the package. */
export const stewardSettings = z.record(z.string(), z.unknown());
export type StewardSettings = z.infer<typeof stewardSettings>;

/** The settings of a dataset: those of the package, overridden by those of the steward. */
export function effectiveSettings(proposed: unknown, chosen: StewardSettings): DatasetSettings {
  const merged = { ...stewardSettings.catch({}).parse(proposed ?? {}), ...chosen };
  const kept = Object.entries(merged).filter(([, value]) => value !== null);
  return storedSettings.parse(Object.fromEntries(kept));
}

interface SettingsSources {
  /** Of the package. */
  readonly proposed: unknown;
  /** Of the steward. */
  readonly chosen: StewardSettings;
  /** As stored; those of a dataset that does not exist yet are {}. */
  readonly inForce: unknown;
  /** Keys that a steward confirms. */
  readonly confirmed?: readonly string[];
}

/** The settings to put in force, and what of the package waits for a steward (rule 8.15). */
export function combineSettings({ proposed, chosen, inForce, confirmed = [] }: SettingsSources): {
  readonly settings: DatasetSettings;
  readonly unconfirmed: readonly UnconfirmedSetting[];
} {
  return withoutWidening({
    wanted: effectiveSettings(proposed, chosen),
    inForce: readInForce(inForce),
    decided: new Set([...Object.keys(chosen), ...confirmed]),
  });
}

/** Settings that cannot be read opened nothing, so that what mends them waits for a steward where it opens the dataset. */
function readInForce(stored: unknown): DatasetSettings {
  const read = storedSettings.safeParse(stored);
  return read.success ? read.data : { listed: false };
}

const known: Readonly<Record<string, z.ZodType>> = datasetSettings.shape;

/**
 * Parses `key=value`. The value is text, or JSON where the setting is no text; an empty value removes the setting.
 * @throws PortalError 'bad_request' where there is no such setting or it cannot have the value
 */
export function parseSetting(word: string): readonly [key: string, value: unknown] {
  const separator = word.indexOf('=');
  const [key, text] = separator === -1 ? [word, ''] : [word.slice(0, separator), word.slice(separator + 1)];
  const schema = Object.hasOwn(known, key) ? known[key] : undefined;
  if (separator === -1 || schema === undefined) {
    throw new PortalError(
      'bad_request',
      `${word}: give KEY=VALUE, KEY one of ${Object.keys(known).join(', ')}.`,
      { field: key },
    );
  }
  if (text === '') return [key, null];
  for (const value of [text, jsonOf(text)]) {
    const read = schema.safeParse(value);
    if (read.success && read.data !== undefined) return [key, read.data];
  }
  const issues = schema.safeParse(jsonOf(text) ?? text, { error: issueWords }).error?.issues ?? [];
  const reasons = issues.map(({ path, message }) => [...path, message].join(': '));
  throw fieldRefusal('bad_request', key, `${reasons.join('; ') || 'cannot be read'}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Changes settings of a dataset, which later imports keep, and records it in the audit. */
export async function setDataset(
  { db, clock }: { readonly db: Kysely<Schema>; readonly clock: () => Date },
  { dataset: uniqueId, settings, reset, confirm = [] }: Extract<Operation, { kind: 'setDataset' }>,
  by: By,
): Promise<readonly string[]> {
  const changes = Object.fromEntries(settings.map(parseSetting));
  return db.transaction().execute(async (transaction) => {
    const dataset = await lockDataset(transaction, uniqueId);
    const kept = Object.entries(dataset.chosen).filter(([key]) => !reset.includes(key));
    const chosen = { ...Object.fromEntries(kept), ...changes };
    requireUnconfirmed(confirm, combineSettings({ ...dataset, chosen }).unconfirmed);
    const confirmed = [...reset, ...confirm];
    const { settings: effective, unconfirmed } = combineSettings({ ...dataset, chosen, confirmed });
    await checkGroupsExist(transaction, dataset.id, {
      autoMembership: effective.autoMembership?.groups ?? [],
      visaMemberships: (effective.visaMemberships ?? []).flatMap(({ groups = [] }) => groups),
    });
    await storeSettings(transaction, dataset.id, { effective, chosen });
    await endOfPassports(
      { db: transaction, clock },
      { datasetId: dataset.id, by, inForce: dataset.inForce, settings: effective },
    );
    await record(transaction, {
      ...recordedBy(by),
      datasetId: dataset.id,
      action: 'dataset_change',
      detail: {
        settings: [...Object.keys(changes), ...reset].join(' '),
        ...(confirm.length === 0 ? {} : { confirmed: confirm.join(' ') }),
      },
    });
    const late = await countLateEnds(transaction, dataset.id, effective.maxMembershipDays);
    return [
      ...presentUnconfirmed(uniqueId, unconfirmed),
      ...Object.entries(effective).map(([key, value]) => `${key}=${shown(value)}`),
      ...(late === 0
        ? []
        : [`${late} of its memberships have no end or a later one: "atrium member renew".`]),
    ];
  });
}

interface Settled {
  readonly effective: DatasetSettings;
  readonly chosen: StewardSettings;
}
const storeSettings = (transaction: Transaction<Schema>, datasetId: number, { effective, chosen }: Settled) =>
  transaction
    .updateTable('dataset')
    .set({ settings: JSON.stringify(effective), steward_settings: JSON.stringify(chosen) })
    .where('id', '=', datasetId)
    .execute();

/**
 * Adds DOIs of releases to the public record in force, which the steward then has chosen.
 * @returns the dataset's row
 * @throws PortalError 'conflict' where it has been closed meanwhile
 */
export async function keepDoi(
  transaction: Transaction<Schema>,
  { uniqueId, doi }: { readonly uniqueId: string; readonly doi: Readonly<Record<string, string>> },
): Promise<number> {
  const dataset = await lockDataset(transaction, uniqueId);
  const inForce = readInForce(dataset.inForce).publicRecord;
  if (inForce === undefined)
    throw new PortalError('conflict', `The public record of ${uniqueId} has been closed meanwhile.`);
  if (Object.keys(doi).every((release) => inForce.dois[release] === doi[release])) return dataset.id;
  const publicRecord = { ...inForce, dois: { ...inForce.dois, ...doi } };
  const chosen = { ...dataset.chosen, publicRecord };
  const { settings: effective } = combineSettings({ ...dataset, chosen });
  await storeSettings(transaction, dataset.id, { effective, chosen });
  return dataset.id;
}

/** Refuses with bad_request to confirm what does not wait, so that nobody opens something else than they think. */
function requireUnconfirmed(confirm: readonly string[], unconfirmed: readonly UnconfirmedSetting[]): void {
  const other = confirm.find((key) => !unconfirmed.some((one) => one.key === key));
  if (other !== undefined)
    throw fieldRefusal('bad_request', other, 'nothing of the package waits to be confirmed.');
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const report = z.object({ settings: z.unknown() });

/** Locks a dataset until the transaction ends; returns the steward's settings, those of the live package and those in force. */
async function lockDataset(transaction: Transaction<Schema>, uniqueId: string) {
  const row = await transaction
    .selectFrom('dataset')
    .select(['id', 'settings', 'steward_settings', 'live_release_id'])
    .where('unique_id', '=', uniqueId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', `There is no dataset ${uniqueId}.`);
  const release = await transaction
    .selectFrom('release')
    .select('report')
    .where('id', '=', row.live_release_id)
    .executeTakeFirst();
  const read = report.safeParse(release?.report);
  const chosen: StewardSettings = stewardSettings.parse(row.steward_settings ?? {});
  return { id: row.id, chosen, proposed: read.success ? read.data.settings : {}, inForce: row.settings };
}

/** How many memberships end later than a new one could. */
async function countLateEnds(
  transaction: Transaction<Schema>,
  datasetId: number,
  maxDays: number | undefined,
): Promise<number> {
  if (maxDays === undefined) return 0;
  const { count } = await transaction
    .selectFrom('membership')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('dataset_id', '=', datasetId)
    .where(({ eb, or }) =>
      or([
        eb('ends_at', 'is', null),
        eb('ends_at', '>', sql<Date>`now() + (${maxDays} + 1) * interval '1 day'`),
      ]),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function checkGroupsExist(
  transaction: Transaction<Schema>,
  datasetId: number,
  namesOf: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  const groups = await transaction
    .selectFrom('permission_group')
    .select('name')
    .where('dataset_id', '=', datasetId)
    .execute();
  for (const [key, names] of Object.entries(namesOf)) {
    const missing = names.find((name) => !groups.some((group) => group.name === name));
    if (missing !== undefined) throw fieldRefusal('bad_request', key, `there is no group ${missing}.`);
  }
}

/** The settings of a dataset's live package that would open more and wait for a steward (rule 8.15). */
export async function waitingSettings(
  db: Kysely<Schema>,
  uniqueId: string,
): Promise<readonly UnconfirmedSetting[]> {
  return db
    .transaction()
    .execute(async (transaction) => combineSettings(await lockDataset(transaction, uniqueId)).unconfirmed);
}
