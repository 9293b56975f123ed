import { z } from 'zod';
import { queryInteger } from '../wire/tolerant.ts';
import {
  asperaQuery,
  asperaScriptQuery,
  asperaSpecs,
  linkQuery,
  manifestQuery,
  scriptQuery,
  startTransferBody,
  transferFiles,
  transferFilesQuery,
  transfer as transferReply,
  transferWays,
} from '../wire/transfer.ts';
import { wireObject } from '../wire/wireObject.ts';
import { ownState, question, storedFile } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, slug } from './shapes.ts';

const inTransfer = wireObject({ dataset: slug, transferId: queryInteger }, { transferId: 'transferId' });
const onFile = wireObject({ dataset: slug, fileId: z.string().min(1).max(255) }, { fileId: 'fileId' });
const linked = wireObject({ name: z.string().min(1).max(1000) });

const base = { permission: 'subjects', method: 'GET', body: noBody } as const;
const own = { ...base, params: inDataset, query: nothing } as const;
const onTransfer = { ...base, params: inTransfer, query: nothing } as const;
/** Answered with bytes, also in ranges. */
const bytes = { reply: z.unknown(), sends: 'files' } as const;

const aspera = {
  /** A token of the transfer service is the whole of its files. */
  declares: { ...question, scope: 'export', discloses: 'capability', meters: ['bytes'] },
  ...base,
  namesDataset: 'in the request',
  path: '/{app}/importedfiles/download-aspera',
  summary: 'Begins a transfer of the queue through the transfer service; no specs where there is none',
  params: nothing,
  query: asperaQuery,
  reply: asperaSpecs,
} as const;

export const transferEndpoints = {
  ways: defineEndpoint({
    declares: ownState,
    ...own,
    path: '/api/v2/:dataset/transfers/ways',
    summary: 'By which ways files are handed over here, and why a way is missing',
    reply: transferWays,
  }),
  start: defineEndpoint({
    declares: question,
    ...own,
    method: 'POST',
    path: '/api/v2/:dataset/transfers/start',
    summary: 'Begins a transfer of the download queue, or of the named files, and keeps what it is of',
    body: startTransferBody,
    reply: transferReply,
  }),
  detail: defineEndpoint({
    declares: ownState,
    ...onTransfer,
    path: '/api/v2/:dataset/transfers/:transferId',
    summary: 'One transfer of the caller',
    reply: transferReply,
  }),
  files: defineEndpoint({
    declares: { ...question, scope: 'export', discloses: 'capability' },
    ...onTransfer,
    path: '/api/v2/:dataset/transfers/:transferId/files',
    summary: 'A page of the files of a transfer, each with a fresh signed link',
    query: transferFilesQuery,
    reply: transferFiles,
  }),
  script: defineEndpoint({
    declares: { ...storedFile, discloses: 'capability', meters: [] },
    ...onTransfer,
    ...bytes,
    path: '/api/v2/:dataset/transfers/:transferId/script',
    summary: 'A script that downloads a transfer, several files at a time, resumes and verifies them',
    query: scriptQuery,
  }),
  manifest: defineEndpoint({
    declares: { ...storedFile, discloses: 'capability', meters: ['rows'] },
    ...onTransfer,
    ...bytes,
    path: '/api/v2/:dataset/transfers/:transferId/manifest',
    summary: 'The files of a transfer as a manifest for other tools, with signed links',
    query: manifestQuery,
  }),
  samples: defineEndpoint({
    declares: { ...storedFile, discloses: 'values', meters: ['rows'] },
    ...onTransfer,
    ...bytes,
    path: '/api/v2/:dataset/transfers/:transferId/samples',
    summary: 'The sample sheet of a transfer: whose each file is, of which type, with its checksums',
  }),
  zip: defineEndpoint({
    declares: { ...storedFile, meters: ['rows', 'bytes'] },
    ...onTransfer,
    ...bytes,
    path: '/api/v2/:dataset/transfers/:transferId/zip',
    summary: 'A small transfer as one zip with a manifest and a sample sheet inside',
  }),
  content: defineEndpoint({
    declares: storedFile,
    ...base,
    ...bytes,
    path: '/api/v2/:dataset/transfers/content/:fileId',
    summary: 'The bytes of one file, also in ranges',
    params: onFile,
    query: nothing,
  }),
  linked: defineEndpoint({
    declares: storedFile,
    ...base,
    ...bytes,
    permission: 'anyone',
    path: '/{app}/importedfiles/file/:name',
    summary: 'The bytes of the file that a signed link names, also in ranges; no session is needed',
    params: linked,
    query: linkQuery,
  }),
  aspera: defineEndpoint({ ...aspera, method: 'POST' }),
  asperaByGet: defineEndpoint({ ...aspera, method: 'GET', changesState: true }),
  asperaScript: defineEndpoint({
    declares: { ...storedFile, discloses: 'capability', meters: [] },
    ...base,
    ...bytes,
    namesDataset: 'in the request',
    path: '/{app}/importedfiles/download-aspera-script',
    summary: 'A script that downloads the queue: with ascp where there is a transfer service, else with curl',
    params: nothing,
    query: asperaScriptQuery,
  }),
};
