import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { sql } from 'kysely';
import type { PortalApi } from '../../access/index.ts';
import { releaseName } from '../../catalogue/index.ts';
import { numberInDataset } from '../../database/index.ts';
import { disclosed, route } from '../../http/index.ts';
import {
  checkReleaseReports,
  findRelease,
  kindInWords,
  listLacking,
  nameOfWiderUse,
  openingToConfirm,
  openWhole,
  presentHeldBack,
  presentUnconfirmed,
  presentWaiting,
  rebuildIndex,
  removeDataset,
  removeRelease,
  type SwitchOutcome,
  sayWord,
  switchTo,
  widerUseInWords,
} from '../../operations/index.ts';
import { createActs } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { registerList } from '../frame/list.ts';
import { loadDatasetDetail } from './datasetDetail.ts';

const { datasets, releases } = adminEndpoints.data;

const datasetRows = sql`
  select dataset.unique_id as dataset, dataset.name, dataset.live_release_id as release,
    case when dataset.live_release_id is not null
      then ${numberInDataset(sql`dataset.live_release_id`)} end as number,
    release.package_version as version, release.subject_count as subjects, release.finished_at as imported_at,
    (select count(*)::integer from membership where membership.dataset_id = dataset.id) as members,
    (select count(*)::integer from report where report.dataset_id = dataset.id) as reports,
    (select count(*)::integer from release as waiting
      where waiting.dataset_id = dataset.id and waiting.state = 'built') as waiting
  from dataset left join release on release.id = dataset.live_release_id`;

/** The room of datasets and releases. */
export function registerDatasetRoom(api: PortalApi, deps: AdminDeps): void {
  const { operations } = deps;
  const acts = createActs(deps);

  registerList(api, deps, {
    calls: datasets,
    rows: () => datasetRows,
    searched: ['dataset', 'name'],
    orders: { name: sql`lower(name)`, dataset: sql`lower(dataset)`, imported: sql`imported_at` },
    file: {
      dataset: 'dataset',
      name: 'name',
      release: 'release',
      version: 'version',
      subjects: 'subjects',
      imported: 'imported_at',
      members: 'members',
      reports: 'reports',
      waiting: 'waiting',
    },
  });
  route(api, datasets.detail, ({ params }) => loadDatasetDetail(operations, params.dataset));
  route(api, datasets.settings, async ({ account, params, body }) => ({
    notes: [
      ...(await acts.operate(account, {
        kind: 'setDataset',
        dataset: params.dataset,
        settings: Object.entries(body.settings ?? {}).map(asWord),
        reset: body.reset ?? [],
        confirm: body.confirm ?? [],
      })),
    ],
  }));
  route(api, datasets.keepDictionary, ({ account, params, body }) =>
    acts.act(account, async (transaction) => {
      const row = await transaction
        .updateTable('dataset')
        .set({ keeps_dictionary: body.keep })
        .where('unique_id', '=', params.dataset)
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) throw new PortalError('not_found', `There is no dataset ${params.dataset}.`);
      const detail = { settings: 'keepsDictionary' };
      return {
        reply: { isDone: true as const },
        line: { action: 'dataset_change', datasetId: row.id, detail },
      };
    }),
  );
  route(api, datasets.agreement, async ({ account, params: { dataset }, body: { agreement } }) => ({
    notes: [
      ...(await acts.operate(
        account,
        agreement === null
          ? { kind: 'removeAgreement', dataset }
          : { kind: 'setAgreement', dataset, ...agreement },
      )),
    ],
  }));
  route(api, datasets.advance, async ({ account, params: { dataset } }) => ({
    notes: [...(await acts.operate(account, { kind: 'showReleases', dataset, advance: true }))],
  }));
  route(api, datasets.lacking, async ({ params }) => ({
    parts: [...(await listLacking(operations, params.dataset))],
  }));
  route(api, datasets.sayLacking, async ({ account, params: { dataset }, body: { word, ...part } }) => {
    await sayWord(operations, { dataset, parts: [part], word }, { accountId: account.id });
    return { parts: [...(await listLacking(operations, dataset))] };
  });
  route(api, datasets.remove, async ({ account, params: { dataset }, body }) => {
    await removeDataset(operations, { dataset, typed: body.name }, { accountId: account.id });
    return { isDone: true as const };
  });
  registerReleases(api, deps);
}

function registerReleases(api: PortalApi, deps: AdminDeps): void {
  const { operations } = deps;
  const acts = createActs(deps);
  route(api, releases.check, async ({ params, signal }) => {
    const { identifiers, uses } = await openingToConfirm(operations, params);
    return {
      endangered: [...(await checkReleaseReports(operations, params, signal))].map(presentEndangered),
      identifiers: identifiers.map(({ kind, conceptId: _, ...one }) => ({
        ...one,
        holds: kindInWords(kind),
      })),
      uses: uses.map((use) => ({ name: nameOfWiderUse(use), words: widerUseInWords(use) })),
    };
  });
  route(api, releases.switch, async ({ account, params, body, signal }) => {
    const watcher = { accountId: account.id, onProgress: () => {}, signal };
    const outcome = await switchTo(operations, { ...params, confirm: body?.confirm }, watcher);
    return { notes: notesOf(params, outcome) };
  });
  route(api, releases.openWhole, async ({ account, params, body }) => {
    const { ends, line } = await openWhole(operations, { ...params, ...body }, account.id);
    return disclosed({ until: ends.toISOString() }, [line]);
  });
  route(api, releases.remove, async ({ account, params }) => {
    await findRelease(operations.db, params);
    await removeRelease(operations, params, { accountId: account.id });
    return { isDone: true as const };
  });
  route(api, releases.doi, async ({ account, params: { dataset, release }, body: { draft } }) => ({
    notes: [
      ...(await acts.operate(account, {
        kind: 'registerDoi',
        dataset,
        release: releaseName(release),
        draft,
      })),
    ],
  }));
  route(api, releases.rebuildIndex, async ({ account, params }) => {
    await rebuildIndex(operations, params, { accountId: account.id });
    return { isDone: true as const };
  });
}

/** `key=value`, as the operation takes it; null and text stay what they are. */
const asWord = ([key, value]: [string, unknown]): string =>
  `${key}=${value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)}`;

type Endangered = Awaited<ReturnType<typeof checkReleaseReports>>[number];

export const presentEndangered = ({ errors, lost, ...report }: Endangered) => ({
  ...report,
  errors: [...errors],
  lost: [...lost],
});

/** Who stays on which release, and what waits for a steward, in sentences. */
export const notesOf = (
  { dataset, release }: { readonly dataset: string; readonly release: number },
  { unconfirmed, heldBack, lacking }: SwitchOutcome,
): string[] => [
  `${releaseName(release)} of ${dataset} is live.`,
  ...presentUnconfirmed(dataset, unconfirmed),
  ...presentHeldBack(dataset, heldBack),
  ...presentWaiting(dataset, lacking),
];
