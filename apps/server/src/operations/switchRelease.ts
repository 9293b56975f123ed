import { type DatasetSettings, storedSettings } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { LackingPart } from '@atrium/contract/wire/adminData';
import type { DictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import type { WiderUse } from '@atrium/engine';
import type { ImportReport } from '@atrium/warehouse';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import { leastChangeOf } from '../analysis/index.ts';
import { record } from '../audit/index.ts';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import {
  aggregateRelease,
  type Comparison,
  type HeldBack,
  holdBack,
  moveAggregates,
} from './aggregateRelease.ts';
import { combineSettings, stewardSettings } from './datasetSettings.ts';
import { areEdits, storeEdits } from './dictionaryRelease.ts';
import { forgetExamples } from './importExamples.ts';
import { forgetWords, listLacking, waitingParts } from './lackingParts.ts';
import { endOfPassports } from './membershipOperations.ts';
import { lastFirst, usesOfReleases } from './neededReleases.ts';
import {
  type Confirmed,
  confirmIdentifiers,
  type OpenIdentifier,
  openIdentifiersOf,
  storedIdentifiers,
  unconfirmedIdentifiers,
} from './openIdentifiers.ts';
import { type By, type ImportDeps, recordedBy } from './operation.ts';
import type { UnconfirmedSetting } from './widening.ts';
import { compareUses, isNameOfUse, requireUses } from './widerUse.ts';

/** The description of a release, which is fixed when it is built. */
export type ReleaseFacts = Pick<ImportReport, 'datasetId' | 'package' | 'settings' | 'subjects'> & {
  /** Null or absent where the package says nothing of data use. */
  readonly dataUse?: ImportReport['dataUse'] | undefined;
  /** Absent in releases of earlier versions. */
  readonly identifiers?: z.output<typeof storedIdentifiers> | undefined;
};

/** What subjects agreed to, in a stored report. */
export const storedDataUse = z
  .object({
    codes: z.array(z.object({ codes: z.string(), subjects: z.int(), unknown: z.array(z.string()) })),
    without: z.int(),
    forAggregates: z.int(),
  })
  .nullable();

/** A stored report; links of earlier versions may have any form. */
export const storedFacts = z.object({
  datasetId: z.string(),
  package: z.object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    version: z.string().nullable(),
    created: z.string().nullable(),
  }),
  settings: storedSettings,
  subjects: z.int(),
  dataUse: storedDataUse.optional(),
  identifiers: storedIdentifiers.optional(),
}) satisfies z.ZodType<ReleaseFacts>;

/** A release that is built, and that no row describes yet. */
export interface NewRelease {
  readonly id: number;
  readonly report: ReleaseFacts;
  readonly descriptor?: unknown;
  /** Where it shares the data of another. */
  readonly shared?: { readonly of: number; readonly edits: DictionaryEdits } | null;
  readonly note?: string;
  /** Its row describes it already. */
  readonly isStored?: boolean;
}

interface Switch {
  readonly release: NewRelease;
  readonly by: By;
  /** The differences from the release that members who see aggregates only stand on; null where they stand on none. */
  readonly comparison: Comparison | null;
  /** What may be open although it may say who somebody is (rule 10.28), and wider uses (rule 1.30). */
  readonly confirm: Confirmed;
  /** Default: an import. */
  readonly action?: 'dataset_import' | 'release_switch' | 'dictionary_change';
}

export interface SwitchOutcome {
  /** Settings of the package that wait for a steward. */
  readonly unconfirmed: readonly UnconfirmedSetting[];
  /** Open identifiers that a steward must confirm before the release goes live (rule 10.28). */
  readonly identifiersToConfirm: readonly OpenIdentifier[];
  /** What the release opens that its subjects did not agree to on the live one (rule 1.30). */
  readonly usesToConfirm: readonly WiderUse[];
  /** Why members who see aggregates only stay on the earlier release; null where they got the new one. */
  readonly heldBack: HeldBack | null;
  /** What the live release lacks of earlier ones, and waits for a steward (rule 12.20). */
  readonly lacking: readonly LackingPart[];
}

/**
 * Makes a built release the live one of its dataset, and makes the dataset with its first release. Queries that are
 * running keep the previous release, which stays so that staff can go back to it; older ones are deleted unless
 * somebody needs them (rule 15.44).
 * Members who see aggregates only stay on theirs where too few subjects differ (rule 7.12).
 */
export async function switchRelease(
  deps: ImportDeps,
  { release, by, comparison, confirm, action = 'dataset_import' }: Switch,
): Promise<SwitchOutcome> {
  const { id, report } = release;
  const coming = await deps.questions.open(releaseName(id));
  const open = openIdentifiersOf(coming.dictionary, report.identifiers);
  const sharedOf = release.shared?.of ?? null;
  const compared = await compareUses(deps, { dataset: report.datasetId, release: id, sharedOf, coming });
  const names = confirm === 'all' ? [] : confirm;
  const uses = names.filter(isNameOfUse);
  const fields = confirm === 'all' ? confirm : names.filter((name) => !isNameOfUse(name));
  const { old, unconfirmed, heldBack } = await deps.db.transaction().execute(async (transaction) => {
    const combined = await combineForImport(transaction, report);
    if (release.isStored === true) await requireStillKept(deps, id);
    const wider = await requireUses(transaction, { dataset: report.datasetId, compared, confirm: uses });
    const datasetId = await putDataset(transaction, report, combined.settings);
    const { clock = () => new Date() } = deps;
    await endOfPassports({ db: transaction, clock }, { datasetId, by, ...combined });
    const dataset = report.datasetId;
    const opened = await confirmIdentifiers(transaction, { datasetId, dataset, open, confirm: fields });
    const stoodOn = await aggregateRelease(transaction, datasetId);
    const held = holdBack({ stoodOn, comparison, least: leastChangeOf(combined.settings) });
    const retired = await retireOthers(transaction, datasetId, id);
    await describeRelease(transaction, { ...release, datasetId, state: 'live' });
    await makeLive(transaction, datasetId, id);
    await forgetWords(transaction, datasetId, coming);
    if (held === null) await moveAggregates(transaction, { datasetId, release: id });
    const needed = await usesOfReleases(transaction, deps.reportReleaseDays ?? null);
    await record(transaction, {
      ...recordedBy(by),
      datasetId,
      action,
      detail: {
        release: releaseName(id),
        version: report.package.version,
        subjects: report.subjects,
        ...(release.shared ? { data: releaseName(release.shared.of) } : {}),
        ...(combined.unconfirmed.length === 0
          ? {}
          : { unconfirmed: combined.unconfirmed.map(({ key }) => key).join(' ') }),
        ...(opened.length === 0 ? {} : { openIdentifiers: opened.join(' ') }),
        ...(wider.length === 0 ? {} : { widerUses: wider.join(' ') }),
        ...(stoodOn === null || held === null ? {} : { aggregates: releaseName(stoodOn) }),
      },
    });
    const old = retired.filter((one) => !needed.has(one));
    await forgetExamples(transaction, old);
    return {
      old,
      unconfirmed: combined.unconfirmed,
      heldBack: held,
    };
  });
  for (const one of lastFirst(old)) await deps.releases.remove(releaseName(one));
  // The release is live already, and an error here does not undo that.
  const lacking = await listLacking(deps, report.datasetId).catch(() => []);
  return {
    unconfirmed,
    heldBack,
    lacking: waitingParts(lacking),
    identifiersToConfirm: [],
    usesToConfirm: [],
  };
}

/** Another portal may have removed it until the dataset was locked. */
async function requireStillKept({ releases }: ImportDeps, id: number): Promise<void> {
  if (!(await releases.list()).includes(releaseName(id)))
    throw new PortalError('not_ready', 'The data of this release are not kept any more.');
}

/** What must be confirmed of a release before it goes live. */
export interface Opening {
  /** What it shows although it may say who somebody is. */
  readonly identifiers: readonly OpenIdentifier[];
  readonly uses: readonly WiderUse[];
}

export async function openIn(
  deps: Pick<ImportDeps, 'db' | 'questions'>,
  { id, report, shared }: Pick<NewRelease, 'id' | 'report' | 'shared'>,
): Promise<Opening> {
  const coming = await deps.questions.open(releaseName(id));
  const { datasetId: dataset, identifiers } = report;
  const { wider } = await compareUses(deps, { dataset, release: id, sharedOf: shared?.of ?? null, coming });
  return { identifiers: openIdentifiersOf(coming.dictionary, identifiers), uses: wider };
}

/** Keeps a built release for a steward, who switches to it; a dataset that it is the first of is not listed until then. */
export async function holdRelease(deps: ImportDeps, release: NewRelease, by: By): Promise<SwitchOutcome> {
  const { id, report } = release;
  const { identifiers, uses } = await openIn(deps, release);
  return deps.db.transaction().execute(async (transaction) => {
    const { unconfirmed } = await combineForImport(transaction, report);
    const datasetId =
      (await findDataset(transaction, report.datasetId)) ?? (await putHeldDataset(transaction, report));
    await describeRelease(transaction, { ...release, datasetId, state: 'built' });
    await record(transaction, {
      ...recordedBy(by),
      datasetId,
      action: release.shared ? 'dictionary_change' : 'dataset_import',
      detail: {
        release: releaseName(id),
        version: report.package.version,
        subjects: report.subjects,
        isHeld: true,
        ...(release.shared ? { data: releaseName(release.shared.of) } : {}),
      },
    });
    const identifiersToConfirm = await unconfirmedIdentifiers(transaction, report.datasetId, identifiers);
    return { unconfirmed, heldBack: null, lacking: [], identifiersToConfirm, usesToConfirm: uses };
  });
}

async function findDataset(transaction: Transaction<Schema>, uniqueId: string): Promise<number | null> {
  const row = await transaction
    .selectFrom('dataset')
    .select('id')
    .where('unique_id', '=', uniqueId)
    .executeTakeFirst();
  return row?.id ?? null;
}

const describedBy = ({ package: { title, description } }: ReleaseFacts) => ({
  name: title,
  description: description === '' ? null : description,
});

/** The settings of the package come into force with the switch; until then nobody is led to the dataset. */
async function putHeldDataset(transaction: Transaction<Schema>, report: ReleaseFacts): Promise<number> {
  const { id } = await transaction
    .insertInto('dataset')
    .values({
      unique_id: report.datasetId,
      live_release_id: null,
      is_listed: false,
      settings: JSON.stringify({ listed: false }),
      ...describedBy(report),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function putDataset(
  transaction: Transaction<Schema>,
  report: ReleaseFacts,
  settings: DatasetSettings,
): Promise<number> {
  const described = { ...describedBy(report), settings: JSON.stringify(settings) };
  const { id } = await transaction
    .insertInto('dataset')
    .values({ unique_id: report.datasetId, live_release_id: null, ...described })
    .onConflict((conflict) => conflict.column('unique_id').doUpdateSet(described))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Works out the settings of a dataset for a package; those that a steward chose (`atrium dataset set`) are kept. */
export async function combineForImport(
  transaction: Kysely<Schema>,
  { datasetId, settings: proposed }: Pick<ReleaseFacts, 'datasetId' | 'settings'>,
): Promise<ReturnType<typeof combineSettings> & { readonly inForce: unknown }> {
  const row = await transaction
    .selectFrom('dataset')
    .select(['settings', 'steward_settings', 'live_release_id'])
    .where('unique_id', '=', datasetId)
    .forUpdate()
    .executeTakeFirst();
  const chosen = stewardSettings.parse(row?.steward_settings ?? {});
  const isFirst = row === undefined || row.live_release_id === null;
  const inForce = isFirst ? {} : row.settings;
  return { ...combineSettings({ proposed, chosen, inForce }), inForce };
}

/** Retires the live release; returns those that were retired before, which no query can be using any more. */
async function retireOthers(
  transaction: Transaction<Schema>,
  datasetId: number,
  coming: number,
): Promise<readonly number[]> {
  const ofDataset = transaction.selectFrom('release').where('dataset_id', '=', datasetId);
  const retired = await ofDataset
    .where('state', '=', 'retired')
    .where('id', '<>', coming)
    .select('id')
    .execute();
  await transaction
    .updateTable('release')
    .set({ state: 'retired' })
    .where('dataset_id', '=', datasetId)
    .where('state', '=', 'live')
    .execute();
  return retired.map(({ id }) => id);
}

interface Described extends NewRelease {
  readonly datasetId: number;
  readonly state: 'built' | 'live';
}

/** A release that holds the data of the one that is described belongs to the dataset, too. */
async function describeRelease(
  transaction: Transaction<Schema>,
  { id, datasetId, state, report, descriptor, shared, note, isStored = false }: Described,
): Promise<void> {
  if (isStored) {
    await transaction.updateTable('release').set({ state }).where('id', '=', id).execute();
    return;
  }
  if (shared)
    await transaction
      .updateTable('release')
      .set({ dataset_id: datasetId, state: 'retired', finished_at: new Date() })
      .where('id', '=', shared.of)
      .where('state', '=', 'building')
      .execute();
  const described = await transaction
    .updateTable('release')
    .set({
      dataset_id: datasetId,
      state,
      package_name: report.package.name,
      package_version: report.package.version,
      package_created: report.package.created,
      subject_count: report.subjects,
      agreed_subject_count: report.dataUse?.forAggregates ?? null,
      report: JSON.stringify(report),
      finished_at: new Date(),
      ...(descriptor === undefined ? {} : { descriptor: storable(descriptor) }),
      ...(shared ? { data_release_id: shared.of } : {}),
      ...(shared && areEdits(shared.edits) ? { dictionary_edits: storeEdits(shared.edits) } : {}),
      ...(note === undefined ? {} : { note }),
    })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .returning('id')
    .execute();
  if (described.length > 0) return;
  // Another portal took this one for gone (rule 15.59).
  throw new PortalError(
    'conflict',
    'This process was taken for ended, and what it had built is being removed. Please import again.',
  );
}

/** Null for a text that the state database cannot hold. */
function storable(descriptor: unknown): string | null {
  const text = JSON.stringify(descriptor);
  return text.includes('\\u0000') ? null : text;
}

async function makeLive(transaction: Transaction<Schema>, datasetId: number, id: number): Promise<void> {
  const { live_release_id: before } = await transaction
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', datasetId)
    .executeTakeFirstOrThrow();
  await transaction
    .updateTable('dataset')
    .set({
      live_release_id: id,
      ...(before === null ? { is_listed: true } : {}),
      ...(before === id ? {} : { previous_release_id: before }),
    })
    .where('id', '=', datasetId)
    .execute();
}
