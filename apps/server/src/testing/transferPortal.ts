import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDuckDbWarehouse } from '@atrium/warehouse';
import type { Account } from '../access/index.ts';
import { plainTransfer, type TransferSettings } from '../config/transferSettings.ts';
import type { Caller } from './caller.ts';
import type { TestDataset } from './factories.ts';
import { type TestApp, testApp } from './testApp.ts';

/** A file of the test catalogue. */
export interface TestFile {
  readonly id: string;
  /** Below the dataset's folder of the storage, or with an address instead. */
  readonly path?: string;
  readonly url?: string;
  readonly content: string | Buffer;
  readonly name?: string;
  readonly checksum?: 'sha256' | 'md5' | 'both' | 'none';
  /** Of several, with `|` between them. */
  readonly subject?: string;
  readonly category?: string;
  readonly access?: string;
}

const columns = [
  'file_id',
  'path',
  'url',
  'name',
  'size',
  'sha256',
  'md5',
  'category',
  'source',
  'data_type',
  'experiment_type',
  'file_format',
  'participant_id',
  'access',
] as const;

const hash = (kind: 'sha256' | 'md5', content: string | Buffer): string =>
  createHash(kind).update(content).digest('hex');

const cell = (text: string): string => (/[",\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text);

function lineOf(file: TestFile): string {
  const { checksum = 'sha256', content } = file;
  const cells: Readonly<Record<(typeof columns)[number], string>> = {
    file_id: file.id,
    path: file.path ?? '',
    url: file.url ?? '',
    name: file.name ?? '',
    size: String(Buffer.byteLength(content)),
    sha256: checksum === 'sha256' || checksum === 'both' ? hash('sha256', content) : '',
    md5: checksum === 'md5' || checksum === 'both' ? hash('md5', content) : '',
    category: file.category ?? 'data',
    source: 'Local',
    data_type: 'Sequence',
    experiment_type: 'WGS',
    file_format: 'CRAM',
    participant_id: file.subject ?? 'P1',
    access: file.access ?? '',
  };
  return columns.map((name) => cell(cells[name])).join(',');
}

const participants =
  'participant_id,sex,family,role\nP1,Female,7,Proband\nP2,Male,7,Father\nP3,Female,7,Mother\nP4,Female,,\n';

/** Fields of the subjects that only the level phi may see. */
type Protected = readonly ('participant_id' | 'family' | 'role')[];

/** Writes a data package of four subjects, three of them a family, whose catalogue names these files; the files themselves lie in the storage. */
export async function writeFilePackage(
  folder: string,
  files: readonly TestFile[],
  protects: Protected = [],
): Promise<string> {
  const field = (name: string, type = 'string') => ({
    name,
    type,
    ...(protects.some((one) => one === name) ? { atrium: { phi: true } } : {}),
  });
  const toParticipant = {
    fields: 'participant_id',
    reference: { resource: 'participant', fields: 'participant_id' },
  };
  const descriptor = {
    name: 'filed',
    atrium: {
      files: 'file',
      families: { field: 'family', role: 'role', proband: 'Proband', mother: 'Mother', father: 'Father' },
    },
    resources: [
      {
        name: 'participant',
        path: 'participant.csv',
        schema: {
          primaryKey: 'participant_id',
          fields: [field('participant_id'), field('sex'), field('family', 'integer'), field('role')],
        },
      },
      {
        name: 'file',
        path: 'file.csv',
        schema: {
          fields: columns.map((name) =>
            name === 'participant_id' ? { name, type: 'list', delimiter: '|' } : { name, type: 'string' },
          ),
          foreignKeys: [toParticipant],
        },
      },
    ],
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(path.join(folder, 'participant.csv'), participants);
  await writeFile(path.join(folder, 'file.csv'), [columns.join(','), ...files.map(lineOf), ''].join('\n'));
  return folder;
}

export interface TransferPortal extends TestApp {
  /** The folder below which files lie. */
  readonly storage: string;
  /** A folder for downloads and packages. */
  readonly folder: string;
  /** The folder of a dataset in the storage. */
  areaOf(dataset: TestDataset): string;
  /** Stores files, and makes them the catalogue of a new dataset. */
  aFiledDataset(
    files: readonly TestFile[],
    given?: { readonly uniqueId?: string; readonly protects?: Protected },
  ): Promise<TestDataset>;
  /** Stores files, and makes them the catalogue of a new release. */
  aFiledRelease(dataset: TestDataset, files: readonly TestFile[], protects?: Protected): Promise<void>;
  /** A member of the dataset with a session. */
  aReader(dataset: TestDataset): Promise<{ readonly account: Account; readonly caller: Caller }>;
  /** Counts bytes as taken today by an account. */
  take(accountId: number, datasetId: number, bytes: number): Promise<unknown>;
  /** The bytes that an account has taken. */
  takenBy(accountId: number): Promise<number>;
  /** The details of the lines of an account with an action, in their order. */
  linesOf(accountId: number, action: string): Promise<readonly unknown[]>;
  /** The address of the portal over HTTP. */
  listen(): Promise<string>;
}

/** The whole portal with a storage of files. */
export async function transferPortal(
  given: Partial<TransferSettings> & { readonly app?: Parameters<typeof testApp>[0] } = {},
): Promise<TransferPortal> {
  const { app, ...settings } = given;
  const folder = await mkdtemp(path.join(tmpdir(), 'atrium-files-'));
  const storage = path.join(folder, 'storage');
  await mkdir(storage);
  const warehouse = await openDuckDbWarehouse({
    folder: path.join(folder, 'warehouse'),
    storageRoot: storage,
    storageAreas: settings.areas,
  });
  const research = { warehouse, downloading: async () => 0, close: () => warehouse.close() };
  const transfer = { ...plainTransfer(storage), ...settings };
  const portal = await testApp({ ...app, research, transfer });
  let made = 0;
  let address: string | null = null;
  const write = (files: readonly TestFile[], protects: Protected = []): Promise<string> => {
    made += 1;
    return writeFilePackage(path.join(folder, `package${made}`), files, protects);
  };
  const areaOf: TransferPortal['areaOf'] = ({ uniqueId }) => path.join(storage, uniqueId);
  const aFiledRelease: TransferPortal['aFiledRelease'] = async (dataset, files, protects) => {
    for (const { path: below, content } of files) {
      if (below === undefined) continue;
      const stored = path.join(areaOf(dataset), below);
      await mkdir(path.dirname(stored), { recursive: true });
      await writeFile(stored, content);
    }
    const inStorage = files.map((file) => ({
      ...file,
      ...(file.path === undefined ? {} : { path: `${dataset.uniqueId}/${file.path}` }),
    }));
    await portal.aRelease(dataset, await write(inStorage, protects));
  };
  return {
    ...portal,
    storage,
    folder,
    areaOf,
    aFiledDataset: async (files, { protects, ...given } = {}) => {
      const dataset = await portal.aDataset(given);
      await aFiledRelease(dataset, files, protects);
      return dataset;
    },
    aFiledRelease,
    aReader: async (dataset) => {
      const { account } = await portal.aMember({ dataset, level: 'deid' });
      return { account, caller: await portal.signedIn(account) };
    },
    take: (account_id, dataset_id, bytes) =>
      portal.db
        .insertInto('export_volume')
        .values({
          account_id,
          dataset_id,
          day: portal.clock.now().toISOString().slice(0, 10),
          rows: 0,
          bytes,
        })
        .execute(),
    takenBy: async (accountId) => {
      const rows = await portal.db
        .selectFrom('export_volume')
        .select('bytes')
        .where('account_id', '=', accountId)
        .execute();
      return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
    },
    linesOf: async (accountId, action) => {
      const lines = await portal.db
        .selectFrom('audit_event')
        .select('detail')
        .where('account_id', '=', accountId)
        .where('action', '=', action)
        .orderBy('id')
        .execute();
      return lines.map(({ detail }) => detail);
    },
    listen: async () => {
      address ??= await portal.app.listen({ host: '127.0.0.1', port: 0 });
      return address;
    },
    close: async () => {
      await portal.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
