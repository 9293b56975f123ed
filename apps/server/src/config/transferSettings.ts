import { readFileSync } from 'node:fs';
import path from 'node:path';
import { areasObjection, type StorageArea } from '@atrium/warehouse';
import { z } from 'zod';
import { ConfigError, type GivenSettings, loadSettingsFile } from './settingsFile.ts';

/** Of paths below the storage root; empty for all of them. */
const below = z
  .string()
  .regex(/^([^/\\\0]+\/)*$/, 'must be empty, or folders that each end with /')
  .refine((text) => !text.split('/').some((part) => part === '.' || part === '..'), 'must not lead upwards')
  .default('');
const address = /^https:\/\/[a-z0-9.-]+(:\d{1,5})?\/([^/\\\s?#%]+\/)*$/;
const area = z.union([below.unwrap(), z.string().regex(address)], {
  error: 'must be empty, folders that each end with /, or an https address that ends with /',
});
const datasetId = z.string().regex(/^[A-Za-z0-9_-]{1,60}$/, 'must be the id of a dataset');
const areas = z.record(datasetId, z.array(area)).superRefine((named, context) => {
  const message = areasObjection(listAreas(named));
  if (message !== null) context.addIssue({ code: 'custom', message });
});

const listAreas = (named: Readonly<Record<string, readonly string[]>>): readonly StorageArea[] =>
  Object.entries(named).flatMap(([dataset, parts]) => parts.map((part) => ({ dataset, below: part })));
const variable = z.string().regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a variable of the environment');
const secret = { env: variable.optional(), file: z.string().min(1).optional() };
const oneOf = ({ env, file }: { env?: string | undefined; file?: string | undefined }) =>
  (env === undefined) !== (file === undefined);
const hidden = z
  .strictObject(secret)
  .refine(oneOf, 'must be in the environment (env) or in a file, not both');
const httpAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

/** A bucket of a storage that speaks the protocol of S3. */
const bucket = {
  endpoint: httpAddress,
  region: z.string().min(1).default('us-east-1'),
  bucket: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  /** Before the path of a file in the bucket. */
  prefix: z
    .string()
    .regex(/^([^/\0]+\/)*$/, 'must be empty, or end with /')
    .default(''),
  accessKeyId: z.string().min(1),
  secretAccessKey: hidden,
};
type InBucket = z.output<z.ZodObject<typeof bucket>>;

const folderStore = z.strictObject({ kind: z.literal('folder'), below, folder: z.string().min(1) });
const s3Store = z.strictObject({ kind: z.literal('s3'), below, ...bucket });

const aspera = z.strictObject({
  /** Of the Node API, as https://transfer.example.org:9092. */
  nodeUrl: httpAddress,
  authentication: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('basic'), user: z.string().min(1), password: hidden }),
    z.strictObject({ kind: z.literal('bearer'), token: hidden, accessKey: z.string().min(1).optional() }),
  ]),
  /** The folder of the transfer service that is the storage root. */
  sourceRoot: z.string().startsWith('/').default('/pcgc/public'),
  /** Only files whose paths begin so are reached by the service; empty for all. */
  below,
  tokenHours: z.number().positive().max(24).default(24),
  fallbackPort: z.int().min(1).max(65_535).default(8443),
});

/** Whether an object may belong to both: an index holds what few members may see. */
const overlap = (
  store: z.output<typeof folderStore> | z.output<typeof s3Store>,
  indexes: InBucket,
): boolean =>
  store.kind === 's3' &&
  store.bucket === indexes.bucket &&
  (store.prefix.startsWith(indexes.prefix) || indexes.prefix.startsWith(store.prefix));

/** What `transfer.json` may say; all of it may be left out. */
export const transferFile = z
  .strictObject({
    /** Where files lie that do not lie in the storage root; the longest `below` that fits a path counts. */
    stores: z.array(z.discriminatedUnion('kind', [folderStore, s3Store])).default([]),
    /** What belongs to which dataset, beside the folders that have a dataset's id as their name (rule 13.75). */
    areas: areas.prefault({}),
    /** Where several portals keep the indexes of releases; null: in the folder that they share. */
    indexes: z.strictObject(bucket).nullable().default(null),
    /** Hosts to which files with an address of their own may lead. */
    externalHosts: z.array(z.string().regex(/^[a-z0-9.-]+(:\d{1,5})?$/, 'must be a host name')).default([]),
    linkHours: z.number().positive().max(24).default(24),
    streamsPerAccount: z.int().min(1).max(1000).default(16),
    streams: z.int().min(1).max(10_000).default(400),
    zip: z
      .strictObject({
        files: z.int().min(1).max(100_000).default(500),
        megabytes: z.int().min(1).max(1_000_000).default(2000),
      })
      .prefault({}),
    aspera: aspera.nullable().default(null),
  })
  .refine(({ indexes, stores }) => indexes === null || !stores.some((store) => overlap(store, indexes)), {
    path: ['indexes'],
    error: 'must not lie where files to download lie',
  });
export type TransferFile = z.output<typeof transferFile>;

type FolderStore = z.output<typeof folderStore>;
/** A part of a bucket, and how to reach it. */
export type Bucket = Omit<InBucket, 'secretAccessKey'> & { readonly secretAccessKey: string };
export type S3Store = Omit<z.output<typeof s3Store>, 'secretAccessKey'> & {
  readonly secretAccessKey: string;
};
export type FileStore = FolderStore | S3Store;

/** How the portal asks the transfer service. */
export interface AsperaSettings {
  readonly nodeUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly sourceRoot: string;
  readonly below: string;
  readonly tokenSeconds: number;
  readonly fallbackPort: number;
}

/** How files leave the portal. */
export interface TransferSettings {
  /** Absolute path of the folder of all files that no store holds. */
  readonly storageRoot: string;
  readonly stores: readonly FileStore[];
  readonly areas: readonly StorageArea[];
  /** Where several portals keep the indexes of releases; null: in the folder that they share. */
  readonly indexes: Bucket | null;
  readonly externalHosts: readonly string[];
  readonly linkHours: number;
  readonly streamsPerAccount: number;
  /** Of all accounts together. */
  readonly streams: number;
  readonly zip: { readonly files: number; readonly bytes: number };
  readonly aspera: AsperaSettings | null;
}

export interface TransferSources {
  /** The data directory, which holds `transfer.json` where no file is named. */
  readonly home: string;
  /** The file that ATRIUM_TRANSFER_CONFIG names. */
  readonly file: string | undefined;
  readonly storageRoot: string;
  /** Returns a variable of the environment; undefined where it is empty. */
  readonly given: GivenSettings;
}

/** Reads how files leave the portal. Throws ConfigError, whose message never repeats a secret. */
export function loadTransfer({ home, file, storageRoot, given }: TransferSources): TransferSettings {
  const location = path.resolve(file ?? path.join(home, 'transfer.json'));
  const parsed = loadSettingsFile(transferFile, location, file !== undefined);
  return resolveTransfer(parsed, { folder: path.dirname(location), storageRoot, given });
}

interface Resolve {
  /** Relative file names are of this folder. */
  readonly folder: string;
  readonly storageRoot: string;
  readonly given: GivenSettings;
}

/** The settings with their secrets. */
export function resolveTransfer(
  { stores, areas: named, zip, aspera: service, indexes, ...plain }: TransferFile,
  { folder, storageRoot, given }: Resolve,
): TransferSettings {
  const secretOf = (named: z.output<typeof hidden>): string => loadSecret(named, folder, given);
  return {
    ...plain,
    storageRoot,
    areas: listAreas(named),
    indexes: indexes && { ...indexes, secretAccessKey: secretOf(indexes.secretAccessKey) },
    stores: stores.map((store) =>
      store.kind === 'folder'
        ? { ...store, folder: path.resolve(folder, store.folder) }
        : { ...store, secretAccessKey: secretOf(store.secretAccessKey) },
    ),
    zip: { files: zip.files, bytes: zip.megabytes * 1_000_000 },
    aspera: service === null ? null : asperaOf(service, secretOf),
  };
}

function asperaOf(
  { authentication, tokenHours, nodeUrl, ...plain }: z.output<typeof aspera>,
  secretOf: (named: z.output<typeof hidden>) => string,
): AsperaSettings {
  const headers =
    authentication.kind === 'basic'
      ? { authorization: basic(authentication.user, secretOf(authentication.password)) }
      : {
          authorization: `Bearer ${secretOf(authentication.token)}`,
          ...(authentication.accessKey && { 'x-aspera-accesskey': authentication.accessKey }),
        };
  return {
    ...plain,
    nodeUrl: nodeUrl.replace(/\/+$/, ''),
    tokenSeconds: Math.round(tokenHours * 3600),
    headers,
  };
}

const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

function loadSecret({ env, file }: z.output<typeof hidden>, folder: string, given: Resolve['given']): string {
  if (env !== undefined) {
    const value = given(env);
    if (value === undefined) throw new ConfigError(`${env} is named in transfer.json and is empty.`);
    return value;
  }
  const location = path.resolve(folder, file ?? '');
  try {
    return readFileSync(location, 'utf8').trim();
  } catch (cause) {
    throw new ConfigError(`${location} cannot be read.`, { cause });
  }
}

/** HTTPS from the storage root alone. */
export const plainTransfer = (storageRoot: string): TransferSettings =>
  resolveTransfer(transferFile.parse({}), { folder: '/', storageRoot, given: () => undefined });

/** A storage without files, for a portal that was given none. */
export const noTransfer: TransferSettings = plainTransfer('/nonexistent/storage');
