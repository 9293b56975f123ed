import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AccessLevel } from '@atrium/contract/wire/access';
import {
  type Concept,
  type DataUse,
  type Lookup,
  permit,
  purposeKey,
  type ReleaseSql,
  rightsOf,
  withEveryUse,
} from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Member } from '../access/index.ts';
import { memoryOf, perEpoch } from '../asking/index.ts';
import type { Schema } from '../database/index.ts';
import { findClosings, isOpenedWhole } from './closings.ts';
import { permitBesideLive } from './earlierRelease.ts';

/** The name of a release in the warehouse. */
export const releaseName = (id: number): string => `release_${id}`;

/** The id of the release with this name; 0 where the name is not one of a release. */
export const releaseNumber = (name: string): number =>
  Number(/^release_([1-9]\d{0,8})$/.exec(name)?.[1] ?? 0);

/** The parts of a membership on which visibility depends. */
type Viewer = Pick<Member, 'datasetId' | 'level' | 'groups' | 'asOf'> & Partial<Pick<Member, 'purpose'>>;
type Standing = Pick<Viewer, 'level' | 'groups' | 'purpose'>;

export interface ReleaseDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
}

declare const opened: unique symbol;

/**
 * A release as the members of one level and of the same groups see it: the live one, or an earlier one as far as the
 * live one allows. Only the functions of this file make one.
 */
export interface LiveRelease extends ReleaseSql {
  readonly level: AccessLevel;
  /** The release that decides what is closed (rule 7.13): the live one; itself, where nothing else decides. */
  readonly besides: string;
  /** What the live release closes of it for these members. */
  readonly closedSince: ClosedSince;
  readonly [opened]: true;
}

export interface ClosedSince {
  /** Whether subjects are left out. */
  readonly subjects: boolean;
  /** Whether concepts are left out that these members could use before. */
  readonly concepts: boolean;
  /** Those of them that the live release lacks. */
  readonly lacking: readonly Concept[];
}

const nothingClosed: ClosedSince = { subjects: false, concepts: false, lacking: [] };

/**
 * Opens the live release of a dataset with the member's visibility, or the one that members who see aggregates only
 * stand on (rule 7.12). It is the only way to data; a request opens it once and uses it to the end. Members who see the
 * same get the same object, so that what was found out about a definition on it is known already.
 * @throws PortalError 'not_ready' where the dataset has no data; 'purpose_required' where its subjects agreed to certain uses
 * and the member has stated none (rule 8.33)
 */
export async function openLiveRelease(deps: ReleaseDeps, viewer: Viewer): Promise<LiveRelease> {
  const { live, aggregates } = await releasesOf(deps.db, viewer);
  const id = rightsOf(viewer).seesSubjects ? live : aggregates;
  if (id === null || live === null) throw new PortalError('not_ready', 'This dataset has no data yet.');
  return openBeside(deps, viewer, { id, live });
}

/**
 * Opens an earlier release of the dataset for a report that was saved on it, with the member's visibility of today, as
 * far as the live release allows (rule 12.19). A steward who has opened it whole sees all that their membership allows
 * (rule 12.21). Refuses members who see aggregates only, who stand on one release (rule 7.12).
 * @throws PortalError 'not_ready' where the release is not kept any more, or the live one cannot be opened
 */
export async function openEarlierRelease(
  deps: ReleaseDeps & { readonly clock: () => Date },
  viewer: Viewer & Pick<Member, 'account'>,
  id: number,
): Promise<LiveRelease> {
  const row = await deps.db
    .selectFrom('release')
    .select('state')
    .where('dataset_id', '=', viewer.datasetId)
    .where('id', '=', id)
    .where('state', 'in', ['live', 'retired'])
    .executeTakeFirst();
  if (row === undefined || !rightsOf(viewer).seesSubjects)
    throw new PortalError('not_found', 'There is no such release.');
  if (row.state === 'retired') await requireKept(deps, releaseName(id));
  const { live } = await releasesOf(deps.db, viewer);
  const isWhole = await isOpenedWhole(deps, viewer, id);
  if (isWhole && !(await lostUses(deps, id, live))) return openAlone(deps, viewer, id);
  if (live === null) throw new PortalError('not_ready', 'This dataset has no live release.');
  return openBeside(deps, viewer, { id, live });
}

/** Whether subjects agreed to certain uses on the live release, of which an earlier one knows nothing (rule 1.25). */
async function lostUses(
  { questions }: Pick<ReleaseDeps, 'questions'>,
  id: number,
  live: number | null,
): Promise<boolean> {
  if (live === null) return false;
  const [kept, now] = await Promise.all([id, live].map((one) => questions.open(releaseName(one))));
  return kept?.dictionary.dataUse === undefined && now?.dictionary.dataUse !== undefined;
}

/** Refuses a release whose data are gone; a database that does not answer says nothing about them. */
async function requireKept({ questions }: Pick<ReleaseDeps, 'questions'>, release: string): Promise<void> {
  try {
    await questions.open(release);
  } catch (cause) {
    if (!(cause instanceof PortalError) || cause.code !== 'not_ready') throw cause;
    throw new PortalError('not_ready', `The release ${release} is not kept any more.`, { cause });
  }
}

/** Opens any release as somebody who sees everything, for checks of which members are shown nothing of the data. */
export async function openForChecks(
  { questions }: Pick<ReleaseDeps, 'questions'>,
  id: number,
): Promise<LiveRelease> {
  const lookup = await questions.open(releaseName(id));
  const seen = seenAlone(questions, { id, lookup }, { level: 'phi', groups: null });
  return lookup.dictionary.dataUse === undefined
    ? seen
    : toLiveRelease({ ...seen, visibility: withEveryUse(seen.visibility) });
}

async function openAlone(
  { questions }: Pick<ReleaseDeps, 'questions'>,
  standing: Standing,
  id: number,
): Promise<LiveRelease> {
  const lookup = await questions.open(releaseName(id));
  requirePurpose(standing, [lookup]);
  return seenAlone(questions, { id, lookup }, standing);
}

function seenAlone(
  { dialect }: Questions,
  { id, lookup }: { readonly id: number; readonly lookup: Lookup },
  { level, groups, purpose = null }: Standing,
): LiveRelease {
  const release = releaseName(id);
  const known = seenBefore(lookup);
  const key = JSON.stringify([level, groups, purpose && purposeKey(purpose)]);
  const seen =
    known.get(key) ??
    toLiveRelease({
      ...{ release, dialect, level, besides: release, closedSince: nothingClosed },
      ...permit(lookup, { level, groups, purpose }),
    });
  known.keep(key, seen);
  return seen;
}

/** Whoever sees subjects says for what, where the subjects agreed to certain uses (rule 8.33). */
function requirePurpose({ level, purpose = null }: Standing, lookups: readonly Lookup[]): void {
  if (purpose !== null || !rightsOf({ level }).seesSubjects) return;
  if (lookups.every(({ dictionary }) => dictionary.dataUse === undefined)) return;
  throw new PortalError(
    'purpose_required',
    'The subjects of this dataset agreed to certain uses. Please state the purpose of your work first: open the dataset in a browser.',
  );
}

interface Beside {
  readonly id: number;
  readonly live: number;
}

/** Every release but the live one is opened beside it (rule 7.13); where the live one cannot be opened, none is. */
async function openBeside(deps: ReleaseDeps, viewer: Viewer, { id, live }: Beside): Promise<LiveRelease> {
  if (id === live) return openAlone(deps, viewer, id);
  const { questions } = deps;
  const { level, groups, purpose = null } = viewer;
  const [release, besides] = [releaseName(id), releaseName(live)];
  const [kept, liveLookup, closings] = [
    await questions.open(release),
    await questions.open(besides),
    await findClosings(deps.db, viewer, { id, live }),
  ];
  requirePurpose(viewer, [kept, liveLookup]);
  const known = seenBefore(kept);
  const key = JSON.stringify([level, groups, besides, closings.key, purpose && purposeKey(purpose)]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const { closedConcepts, lackingConcepts, ...permitted } = await permitBesideLive(
    questions,
    { release, kept, live: { release: besides, lookup: liveLookup }, ...closings },
    { level, groups, purpose },
  );
  const seen = toLiveRelease({
    ...{ release, dialect: questions.dialect, level, besides, ...permitted },
    closedSince: {
      subjects: permitted.visibility.closed.kind !== 'none',
      concepts: closedConcepts.length > 0,
      lacking: lackingConcepts,
    },
  });
  known.keep(key, seen);
  return seen;
}

const toLiveRelease = (seen: Omit<LiveRelease, typeof opened>): LiveRelease => seen as LiveRelease;

interface Releases {
  readonly live: number | null;
  readonly aggregates: number | null;
}

/** An epoch is of one database. */
const releases = perEpoch<Releases>('live releases');

/**
 * What the subjects of the live release agreed to, before anybody states a purpose; null where the package says nothing of
 * data use, or nothing is live.
 */
export async function openDataUse(
  deps: ReleaseDeps,
  viewer: Pick<Viewer, 'datasetId' | 'asOf' | 'level' | 'groups'>,
): Promise<DataUse | null> {
  const { live } = await releasesOf(deps.db, viewer);
  if (live === null) return null;
  const { dictionary } = await deps.questions.open(releaseName(live));
  return dictionary.dataUse ?? null;
}

const noReleases: Releases = { live: null, aggregates: null };

const releasesOf = async (db: Kysely<Schema>, { datasetId, asOf }: Viewer): Promise<Releases> =>
  (await releases({ epoch: asOf?.epoch, key: String(datasetId) }, () => findReleases(db, datasetId))) ??
  noReleases;

async function findReleases(db: Kysely<Schema>, datasetId: number): Promise<Releases | null> {
  const row = await db
    .selectFrom('dataset')
    .select(['live_release_id as live', 'aggregate_release_id as aggregates'])
    .where('id', '=', datasetId)
    .executeTakeFirst();
  return row ?? null;
}

/** By the whole lookup, and by the member's standing and what closes the release. */
const seenBefore = memoryOf<LiveRelease>({ name: 'releases as seen', max: 100 });

/** What members are told of an earlier release on which something was closed since; none where nothing was. */
export function closedWarnings({ closedSince }: Pick<LiveRelease, 'closedSince'>): string[] {
  const { subjects, concepts } = closedSince;
  if (!subjects && !concepts) return [];
  const what = subjects && concepts ? 'Subjects and concepts' : subjects ? 'Subjects' : 'Concepts';
  return [`${what} of this release were closed since it was live. They are left out.`];
}
