import { z } from 'zod';
import { datasetQuery, downloadWays } from './files.ts';
import { queryInteger } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

/** One way by which files are handed over; `reason` says why it is not there, in a sentence for people. */
const transferWay = wireObject({
  way: z.enum(downloadWays),
  isAvailable: z.boolean(),
  reason: z.string().nullable(),
});
export type TransferWay = z.output<typeof transferWay>;

/** The ways of this portal, the preferred one first, and the limits that hold for all of them. */
export const transferWays = wireObject({
  ways: z.array(transferWay),
  /** For so long a link lives at most. */
  linkHours: z.number(),
  /** Files, or parts of them, that one account may be sent at a time. */
  streamsPerAccount: z.int(),
  /** The limits of a zip; more is refused. */
  zip: wireObject({ files: z.int(), bytes: z.int() }),
});
export type TransferWays = z.output<typeof transferWays>;

/** At most so many single files are named when a transfer begins; more go through the queue. */
export const maxNamedFiles = 1000;

/** Without `file_ids`, all that is in the download queue. */
export const startTransferBody = wireObject({
  way: z.enum(downloadWays),
  fileIds: z.array(z.string().min(1).max(255)).min(1).max(maxNamedFiles).optional(),
});

/** A transfer that has begun. Its id is that of the download record; its files stay as they were chosen. */
export const transfer = wireObject({
  transferId: z.int(),
  way: z.enum(downloadWays),
  startedAt: z.iso.datetime(),
  release: z.string(),
  cohortSnapshotId: z.int().nullable(),
  files: z.int(),
  totalSize: z.int(),
});
export type Transfer = z.output<typeof transfer>;

/** One file of a transfer. `url` is a signed link, null where the caller may not have the file now; `problem` says why. */
export const transferFile = wireObject({
  fileId: z.string(),
  name: z.string(),
  /** Where to store it, below a folder of the receiver: safe on every system, and once in a transfer. */
  path: z.string(),
  size: z.int(),
  checksum: wireObject({ kind: z.enum(['sha256', 'md5']), value: z.string() }).nullable(),
  url: z.string().nullable(),
  problem: z.string().nullable(),
  /** The `drs://` address; null for a file without a checksum. */
  drsUri: z.string().nullable(),
});
export type TransferFile = z.output<typeof transferFile>;

export const maxTransferFilesOnPage = 1000;

/** A page of the files of a transfer: those behind the index `after` (0 at first), and the `next` to ask with; null at the end. */
export const transferFilesQuery = wireObject({
  after: queryInteger.optional(),
  limit: queryInteger.optional(),
});
export const transferFiles = wireObject({
  results: z.array(transferFile),
  next: z.int().nullable(),
  /** Until when the links of this page open anything. */
  linksUntil: z.iso.datetime(),
});
export type TransferFiles = z.output<typeof transferFiles>;

export const scriptKinds = ['sh', 'ps1'] as const;
export type ScriptKind = (typeof scriptKinds)[number];
export const scriptQuery = wireObject({ kind: z.enum(scriptKinds).optional() });

/** `bag` is a BDBag as a zip; `fetch` its `fetch.txt` alone; `curl` a configuration for `curl --config`. */
export const manifestFormats = ['tsv', 'gdc', 'gen3', 'bag', 'fetch', 'aria2', 'curl'] as const;
export type ManifestFormat = (typeof manifestFormats)[number];
export const manifestQuery = wireObject({ format: z.enum(manifestFormats).optional() });

/** A part of a signed link: who, which file, until when. */
export const linkQuery = wireObject({ link: z.string().max(4000).optional() });

const asperaSpec = z.union([
  wireObject({ transferSpec: z.record(z.string(), z.json()) }),
  /** Why a service made none; it may say so in place of a specification. */
  wireObject({ error: wireObject({ userMessage: z.string() }) }),
  /** Neither: there is nothing to transfer. */
  wireObject({}),
]);

/**
 * As the transfer service answers `download_setup`; the client of the service reads what is inside. A reply without the
 * list holds no transfer.
 */
export const asperaSpecs = wireObject({
  transferSpecs: z
    .codec(z.array(asperaSpec).nullable(), z.custom<z.output<typeof asperaSpec>[]>(), {
      decode: (given) => given ?? [],
      encode: (specs) => specs,
    })
    .default([]),
});
export type AsperaSpecs = z.output<typeof asperaSpecs>;

export const asperaQuery = datasetQuery;
/** `way` names another script than that of the preferred way. */
export const asperaScriptQuery = wireObject({
  dataset: z.string().max(255).optional(),
  kind: z.enum(scriptKinds).optional(),
  way: z.enum(['aspera', 'https']).optional(),
});
