import { drsIdOf, fileIdOf, greedySize } from './greedyPackage.ts';
import type { Call } from './portal.ts';

/** The dataset of `bench/greedyPackage.ts`. */
export const greedyDataset = 'greedy';

/** One call that is made again and again; returns the status, and reads the whole answer. */
export type GreedyCall = (signal: AbortSignal) => Promise<number>;

interface Account {
  readonly call: Call;
  readonly address: string;
}

/** A kind of work of which one account asks as much as it can. */
export interface GreedyWork {
  readonly name: string;
  /** Makes what the calls need, and returns them; each is then made by several at once. */
  readonly begin: (account: Account) => Promise<readonly GreedyCall[]>;
}

/** As many as a zip holds, unless configured. */
const filesOfZip = 500;

/** As many values as a person pastes from a list of a whole registry. */
const longList = 25_000;
const linesOf = (prefix: string, count = longList): string =>
  Array.from({ length: count }, (_, index) => `${prefix}${String(index).padStart(6, '0')}`).join('\n');

const addNotes = (terms: string, more: object = {}) => ({
  type: 'add_entry',
  concept_id: 'note',
  chiron_text_field_selection: terms,
  ignore_warnings: true,
  ...more,
});

async function readAll(answer: Response): Promise<number> {
  for await (const _ of answer.body ?? []);
  return answer.status;
}

/** Calls below the dataset, with another body each time where it is made anew. */
const asking =
  ({ call }: Account, path: string, body?: () => unknown): GreedyCall =>
  async (signal) =>
    readAll(await call(`${greedyDataset}/${path}`, body?.(), signal));

async function prepare({ call }: Account, path: string, body?: unknown): Promise<Record<string, unknown>> {
  const answer = await call(`${greedyDataset}/${path}`, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return answer.json();
}

const edit = (account: Account, transformation: unknown) =>
  prepare(account, 'cohort_def/', { transformation });

/** The active cohort has one filter of 25,000 values. */
async function holdLongList(account: Account): Promise<void> {
  await edit(account, { type: 'clear_all' });
  await edit(account, addNotes(linesOf('N-')));
}

/** A list that nobody has sent before, so that nothing of it is remembered. */
function createLists(): () => string {
  let round = 0;
  return () => {
    round += 1;
    return linesOf(`N${round}-`);
  };
}

async function beginTransfer(account: Account, way: string, files: number): Promise<number> {
  const file_ids = Array.from({ length: files }, (_, index) => fileIdOf(index));
  return Number((await prepare(account, 'transfers/start/', { way, file_ids }))['transfer_id']);
}

/** Puts all files into the queue, one by one: a queue is longest so. */
async function fillQueue(account: Account): Promise<void> {
  for (let begin = 0; begin < greedySize.files; begin += 1000) {
    const file_ids = Array.from({ length: 1000 }, (_, index) => fileIdOf(begin + index));
    await prepare(account, 'files/queue/add/', { file_ids });
  }
}

/** A bulk call of DRS, which is not below the API of the portal. */
const askingDrs =
  ({ call, address }: Account, path: string, body: unknown): GreedyCall =>
  async (signal) =>
    readAll(
      await fetch(`${address}/ga4gh/drs/v1/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie: call.cookie },
        body: JSON.stringify(body),
        signal,
      }),
    );

/** Sixteen words, the most that a search takes, of which each stands in many values, or all but the last. */
const knownWords = 'of the ward with remark label 0 1 2 3 4 5 6 7 8';

const search = (words: string): string =>
  `concept_categories/concept_search/?search=${encodeURIComponent(words)}`;

export const greedyWorks: readonly GreedyWork[] = [
  {
    name: 'edits with a list of 25,000 values',
    begin: async (account) => {
      const next = createLists();
      const clear = asking(account, 'cohort_def/', () => ({ transformation: { type: 'clear_all' } }));
      const add = asking(account, 'cohort_def/', () => ({ transformation: addNotes(next()) }));
      return [add, clear];
    },
  },
  {
    name: 'checks and previews of a list of 25,000 values',
    begin: async (account) => {
      await edit(account, { type: 'clear_all' });
      const next = createLists();
      const onlyCheck = () => ({
        transformation: addNotes(next(), { validate_only: true, ignore_warnings: false }),
      });
      return [
        asking(account, 'cohort_def/', onlyCheck),
        asking(account, 'query_tools/count_after/', () => ({ transformation: addNotes(next()) })),
      ];
    },
  },
  {
    name: 'batches of 1,000 edits',
    begin: async (account) => {
      const add = (index: number) => addNotes(`N-${String(index).padStart(6, '0')}\nN-1`);
      const transformations = [
        { type: 'clear_all' },
        ...Array.from({ length: 999 }, (_, index) => add(index)),
      ];
      return [asking(account, 'cohort_def/batch/', () => ({ transformations }))];
    },
  },
  {
    name: 'searches of many words over 180,000 values',
    begin: async (account) => [
      asking(account, search(`${knownWords} 9`)),
      asking(account, search(`${knownWords} nowhere`)),
      asking(account, search('ward remark')),
    ],
  },
  {
    name: 'loads of a list of 25,000 values',
    begin: async (account) => {
      await holdLongList(account);
      const made = await prepare(account, 'reports/create_form/', {
        name: 'A long list',
        project_other: 'Bench',
      });
      const report = Number(made['report_id']);
      return [
        asking(account, 'cohort_def/'),
        asking(account, `report_tools/${report}/load_as_active/`, () => ({})),
        asking(account, `reports/get_report/?report_id=${report}`),
        asking(account, 'concepts/note/?include_cohort_def_options=true'),
      ];
    },
  },
  {
    name: 'zips of 500 files, and new transfers of them',
    begin: async (account) => {
      const transfer = await beginTransfer(account, 'zip', filesOfZip);
      const file_ids = Array.from({ length: filesOfZip }, (_, index) => fileIdOf(index));
      return [
        asking(account, `transfers/${transfer}/zip/`),
        asking(account, 'transfers/start/', () => ({ way: 'zip', file_ids })),
      ];
    },
  },
  {
    name: 'lists, scripts and manifests of 10,000 files',
    begin: async (account) => {
      await fillQueue(account);
      const started = await prepare(account, 'transfers/start/', { way: 'script' });
      const transfer = `transfers/${Number(started['transfer_id'])}`;
      return [
        asking(account, `${transfer}/script/`),
        asking(account, `${transfer}/manifest/?format=bag`),
        asking(account, `${transfer}/files/`),
        asking(account, 'files/queue/'),
        asking(account, 'transfers/start/', () => ({ way: 'script' })),
      ];
    },
  },
  {
    name: 'bulk calls of DRS for 1,000 objects',
    begin: async (account) => {
      const ids = Array.from({ length: 1000 }, (_, index) => drsIdOf(greedyDataset, index));
      const access = ids.map((id) => ({ bulk_object_id: id, bulk_access_ids: ['https'] }));
      return [
        askingDrs(account, 'objects', { bulk_object_ids: ids }),
        askingDrs(account, 'objects/access', { bulk_object_access_ids: access }),
      ];
    },
  },
];
