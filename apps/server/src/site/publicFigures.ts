import { setTimeout } from 'node:timers/promises';
import { utcDayOf } from '@atrium/contract/calendar/days';
import { type MetricGroup, metricGroupKey } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { HomeData, MetricsInfo } from '@atrium/contract/wire/site';
import { defaultSmallCountThreshold } from '@atrium/engine';
import { forPortal, type Questions } from '@atrium/warehouse';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Account } from '../access/index.ts';
import type { SumsForAggregates } from '../analysis/index.ts';
import { memoryOf } from '../asking/index.ts';
import { loadDatasetSettings, openLiveRelease } from '../catalogue/index.ts';
import type { GivenFigures } from '../config/siteContent.ts';
import type { Schema } from '../database/index.ts';
import { carriesToken } from '../http/index.ts';
import { listArticles, readerOf } from '../news/index.ts';
import { countFigures } from './countFigures.ts';
import { dbgapCells, homeBlocks, type JudgedFigures, sequencedTrios, tableBlocks } from './figures.ts';
import { hideGivenFigures } from './hideGivenFigures.ts';

export interface PublicFiguresDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
  readonly clock: () => Date;
  /** The unique id of the dataset whose figures are public. */
  readonly metricsDataset: string;
  readonly givenFigures: GivenFigures | null;
  readonly sumsForAggregates: SumsForAggregates;
  /** For how long an answer waits for figures that are being counted; null: until they are (rule 14.68). */
  readonly maxFiguresWaitMs: number | null;
}

interface ShownFigures extends JudgedFigures {
  readonly updated: GivenFigures['updated'];
  /** Set while they are being counted. */
  readonly areCounted?: false;
}

const nothing: ShownFigures = { figures: new Map(), updated: {}, hidden: new Set() };

/** Judged once for a release, which never changes, and for thresholds. */
const judged = memoryOf<JudgedFigures>({ name: 'public figures', max: 100 });

/** The figures that are public, counted where they are not yet. */
async function loadFigures(deps: PublicFiguresDeps): Promise<ShownFigures> {
  const dataset = await deps.db
    .selectFrom('dataset')
    .leftJoin('release', 'release.id', 'dataset.aggregate_release_id')
    .select(['dataset.id', 'aggregate_release_id', 'finished_at'])
    .where('unique_id', '=', deps.metricsDataset)
    .executeTakeFirst();
  const settings = dataset === undefined ? {} : await loadDatasetSettings(deps.db, dataset.id);
  const threshold = settings.smallCountThreshold ?? defaultSmallCountThreshold;
  // Below this nothing is shown to the public, whatever a dataset shows its members.
  const publicThreshold = Math.max(threshold, defaultSmallCountThreshold);
  const given = (): ShownFigures =>
    deps.givenFigures === null
      ? nothing
      : { ...deps.givenFigures, hidden: hideGivenFigures(deps.givenFigures.figures, publicThreshold) };
  if (dataset === undefined || dataset.aggregate_release_id === null) return given();
  // The release that members who see aggregates only stand on (rule 7.12), with what they may see of it.
  const viewer = { datasetId: dataset.id, level: 'agg', groups: null } as const;
  const release = await openLiveRelease(deps, viewer).catch((error: unknown) => {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  });
  // The page of everybody stays when the data of one dataset are gone (rule 15.53).
  if (release === null) return given();
  const { metrics } = release.lookup.dictionary;
  if (metrics === undefined && deps.givenFigures !== null) return given();
  const imported = dataset.finished_at === null ? {} : { data_imported: utcDayOf(dataset.finished_at) };
  const thresholds = [...new Set([publicThreshold, threshold])];
  // They are for everybody, so their statements count for the portal and not for who asks first (rule 8.17).
  const counted = await judged(release).find(thresholds.join(), () =>
    forPortal(() => countFigures(deps.sumsForAggregates, { release, thresholds })),
  );
  return { ...counted, updated: { ...imported, ...metrics?.updated } };
}

/** The public figures, or none of them while it takes long to count them. */
async function figuresToShow(deps: PublicFiguresDeps): Promise<ShownFigures> {
  const figures = loadFigures(deps);
  if (deps.maxFiguresWaitMs === null) return figures;
  const answered = new AbortController();
  const tooLong = setTimeout(deps.maxFiguresWaitMs, 'too long' as const, { signal: answered.signal });
  try {
    const first = await Promise.race([figures, tooLong]);
    return first === 'too long' ? { ...nothing, areCounted: false } : first;
  } finally {
    answered.abort();
    // Who asks next is told why they could not be counted.
    void Promise.allSettled([figures, tooLong]);
  }
}

type Cells<Names extends string> = Readonly<Record<Names, MetricGroup>>;
interface Block<Names extends string> {
  readonly population: MetricGroup;
  readonly cells: Cells<Names>;
}

/** Writes figures as they are shown, and notes the path of each that is hidden. */
function presenter({ figures, hidden }: ShownFigures) {
  const notShown: string[] = [];
  const show = (group: MetricGroup, path: string): number | null => {
    const key = metricGroupKey(group);
    if (hidden.has(key)) notShown.push(path);
    return hidden.has(key) ? null : (figures.get(key) ?? null);
  };
  return { notShown, show };
}

export interface HomeRequest {
  readonly account: Account | null;
  readonly request: FastifyRequest;
}

const newestNews = 3;

/** The content of the home page: news, public figures, and when the data were updated. */
export async function queryHomeData(
  deps: PublicFiguresDeps,
  { account, request }: HomeRequest,
): Promise<HomeData> {
  const known = await figuresToShow(deps);
  const { notShown, show } = presenter(known);
  const now = deps.clock();
  const reader = await readerOf(deps, { account, hasToken: carriesToken(request) });
  // Drafts and scheduled articles are shown in the editor only, also to staff.
  const reading = { reader: reader === 'staff' ? 'member' : reader, now } as const;
  const { articles } = await listArticles(deps.db, reading, { page: 1, size: newestNews, tag: null });
  const users = await deps.db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('disabled_at', 'is', null)
    // An account that nobody has signed in to was used last when it was made.
    .whereRef('last_used_at', '<>', 'created_at')
    .executeTakeFirstOrThrow();
  const assays = (name: keyof typeof homeBlocks) => {
    const { population, cells } = homeBlocks[name];
    const cell = (of: keyof typeof cells, spelling: string) =>
      show([...population, ...cells[of]], `${name}.${spelling}`);
    return {
      genomes: cell('genomes', 'genomes'),
      exomes: cell('exomes', 'exomes'),
      inDbgap: cell('inDbgap', 'in_dbgap'),
      all: cell('all', 'all'),
    };
  };
  return {
    news: articles.map(({ id, slug, title, publishedAt, madeAt }) => ({
      id,
      slug,
      title,
      created: (publishedAt ?? madeAt).toISOString(),
    })),
    metrics: {
      individual: assays('individual'),
      proband: assays('proband'),
      trio: assays('trio'),
      users: { all: Number(users.count) },
      dbGaP: {
        published: show(dbgapCells.published, 'dbGaP.published'),
        submitted: show(dbgapCells.submitted, 'dbGaP.submitted'),
      },
    },
    dataUpdate: known.updated,
    hidden: notShown,
    ...areCounted(known),
  };
}

/** The two tables of public figures (rule 14.9). */
export async function queryMetricsInfo(deps: PublicFiguresDeps): Promise<MetricsInfo> {
  const known = await figuresToShow(deps);
  const { notShown, show } = presenter(known);
  const people = <Names extends string>({ population, cells }: Block<Names>, path: string) => {
    const cell = (name: Names): number | null => show([...population, ...cells[name]], `${path}.${name}`);
    return cell;
  };
  const enrollment = (name: 'probands' | 'trios') => {
    const cell = people(tableBlocks[name], `proband_and_trio.${name}`);
    return { ...characteristicsOf(cell), wgs: cell('wgs'), wes: cell('wes'), mips: cell('mips') };
  };
  const ofAssay = (name: 'wgs' | 'wes') =>
    characteristicsOf(people(tableBlocks[name], `trio_characteristics.${name}`));
  return {
    probandAndTrio: { probands: enrollment('probands'), trios: enrollment('trios') },
    trioCharacteristics: { wgs: ofAssay('wgs'), wes: ofAssay('wes') },
    sequencedTrios: {
      wgs: show(sequencedTrios.wgs, 'sequenced_trios.wgs'),
      wes: show(sequencedTrios.wes, 'sequenced_trios.wes'),
    },
    hidden: notShown,
    ...areCounted(known),
  };
}

const areCounted = (known: ShownFigures) =>
  known.areCounted === false ? { areCounted: known.areCounted } : {};

const characteristicsOf = (cell: (name: keyof (typeof tableBlocks)['wgs']['cells']) => number | null) => ({
  total: cell('total'),
  asian: cell('asian'),
  black: cell('black'),
  hispanic: cell('hispanic'),
  white: cell('white'),
  mixed: cell('mixed'),
  missing: cell('missing'),
  native: cell('native'),
  indian: cell('indian'),
  male: cell('male'),
});
