import { adminEndpoints, PortalError } from '@atrium/contract';
import type { PortalApi } from '../../access/index.ts';
import { releaseName } from '../../catalogue/index.ts';
import { disclosed, route } from '../../http/index.ts';
import {
  checkReleaseReports,
  findRelease,
  identifiersToConfirm,
  kindInWords,
  listLacking,
  openWhole,
  presentHeldBack,
  presentUnconfirmed,
  presentWaiting,
  removeDataset,
  removeRelease,
  type SwitchOutcome,
  sayWord,
  switchTo,
} from '../../operations/index.ts';
import { createActs } from '../frame/act.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { loadDatasetDetail } from './datasetDetail.ts';
import { createDatasetList, presentDataset } from './datasetList.ts';

const { datasets, releases } = adminEndpoints.data;

/** The room of datasets and releases. */
export function registerDatasetRoom(api: PortalApi, deps: AdminDeps): void {
  const { operations } = deps;
  const list = createDatasetList(deps);
  const acts = createActs(deps);

  route(api, datasets.list, async ({ query }) => {
    const { count, results } = await list.load(query);
    return { count, results: results.map(presentDataset) };
  });
  route(api, datasets.exportCsv, ({ query }) => list.save(query));
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

function registerReleases(api: PortalApi, { operations }: AdminDeps): void {
  route(api, releases.check, async ({ params, signal }) => ({
    endangered: [...(await checkReleaseReports(operations, params, signal))].map(presentEndangered),
    identifiers: (await identifiersToConfirm(operations, params)).map(({ kind, conceptId: _, ...one }) => ({
      ...one,
      holds: kindInWords(kind),
    })),
  }));
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
