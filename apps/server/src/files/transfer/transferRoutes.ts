import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import { maxTransferFilesOnPage, type Transfer } from '@atrium/contract/wire/transfer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Member, PortalApi } from '../../access/index.ts';
import { perEpoch } from '../../asking/index.ts';

import { type Delivery, disclosed, route, showsNothing } from '../../http/index.ts';
import type { FileRecord, FindReadableFile } from '../fileRecord.ts';
import {
  createFindReadableFile,
  createFindReadableFiles,
  createOpenReadable,
  selectQueuedFiles,
} from '../selection.ts';
import { createAddresses } from './addresses.ts';
import { createAspera } from './aspera.ts';
import { sendAsperaScript, startAspera } from './asperaTransfers.ts';
import { registerDrs } from './drs/drsRoutes.ts';
import { createStreams, handOver } from './handOver.ts';
import { createLinks } from './links.ts';
import { type Listing, listPage } from './listFiles.ts';
import { listWays, providersOf } from './providers.ts';
import { readableBy, readableByLink } from './readers.ts';
import { handOutLinks, sendManifest, sendSampleSheet, sendScript } from './sendLists.ts';
import { sendZip } from './sendZip.ts';
import { selectNamed, startTransfer } from './startTransfer.ts';
import { createHoldsRelease, createStorage } from './storage.ts';
import { openListing, type TransferCall, type TransferDeps, type TransferParts } from './transferParts.ts';
import { loadTransfer, type StoredTransfer } from './transferStore.ts';

/** Hands files over: transfers and their lists, single files, signed links, the transfer service and DRS. */
export function registerTransfers(api: PortalApi, deps: TransferDeps): void {
  const { settings, clock } = deps;
  const parts: TransferParts = {
    ...deps,
    gate: api.gate,
    findFile: rememberFiles(createFindReadableFile(deps, api)),
    findFiles: createFindReadableFiles(deps, api),
    openReadable: createOpenReadable(deps, api),
    links: createLinks(deps.sealKey, clock),
    storage: createStorage(settings, createHoldsRelease(deps.db)),
    takeStream: createStreams({ perPortal: settings.streams, perAccount: settings.streamsPerAccount }),
    takeRead: api.server.takeRead,
    aspera: settings.aspera === null ? null : createAspera(settings.aspera, clock),
    addresses: createAddresses(clock, deps.memory),
    takeFile: (account) => api.server.limiter.takeFromAccount(account, 'file'),
    linkHours: settings.linkHours,
  };
  registerTransferCalls(api, parts);
  registerLists(api, parts);
  registerFiles(api, parts);
  registerAspera(api, parts);
  registerDrs(api, parts);
}

function registerTransferCalls(api: PortalApi, parts: TransferParts): void {
  const { db, settings } = parts;
  const providers = providersOf(parts.aspera);
  route(api, transferEndpoints.ways, async () => ({
    ways: await listWays(providers),
    linkHours: settings.linkHours,
    streamsPerAccount: settings.streamsPerAccount,
    zip: settings.zip,
  }));
  route(api, transferEndpoints.start, async ({ account, member, body: { way, fileIds }, signal }) => {
    if (way === 'aspera' || way === 'drs')
      throw fieldRefusal('bad_request', 'way', 'this way begins by a call of its own');
    const selection =
      fileIds === undefined
        ? await selectQueuedFiles(parts, member, signal)
        : await selectNamed(parts, { account, member }, fileIds);
    const { transfer, line } = await startTransfer(parts, member, { way, selection, signal });
    return disclosed(presentTransfer(transfer), [line]);
  });
  route(api, transferEndpoints.detail, async ({ member, params }) =>
    presentTransfer(await findTransfer({ db }, member, params.transferId)),
  );
}

const presentTransfer = ({ id, startedAt, bytes, standing: _, ...same }: StoredTransfer): Transfer => ({
  ...same,
  transferId: id,
  startedAt: startedAt.toISOString(),
  totalSize: bytes,
});

async function findTransfer(
  { db }: Pick<TransferParts, 'db'>,
  { account, datasetId }: Member,
  id: number,
): Promise<StoredTransfer> {
  const found = await loadTransfer(db, { accountId: account.id, datasetId }, id);
  if (found === undefined) throw new PortalError('not_found', 'There is no such transfer.');
  return found;
}

/** The headers alone, where nothing else is asked for: a list is not made, and no transfer begins. */
const headOnly: Delivery = {
  status: 200,
  headers: { 'content-type': 'application/octet-stream' },
  body: null,
};

function registerLists(api: PortalApi, parts: TransferParts): void {
  const openFor = async (
    call: TransferCall & { readonly params: { readonly transferId: number } },
  ): Promise<Listing> =>
    openListing(parts, call, await findTransfer(parts, call.member, call.params.transferId));
  route(api, transferEndpoints.files, async (call) => {
    const { after = 0, limit = maxTransferFilesOnPage } = call.query;
    if (after < 0) throw fieldRefusal('bad_request', 'after', 'must be at least 0');
    if (limit < 1 || limit > maxTransferFilesOnPage)
      throw fieldRefusal('bad_request', 'limit', `must lie between 1 and ${maxTransferFilesOnPage}`);
    const listing = await openFor(call);
    const results = await listPage(parts, listing, { after, limit });
    const handed = await handOutLinks(parts, listing, { form: 'browser', after, files: results.length });
    const last = results.at(-1)?.index ?? listing.transfer.files;
    return handed.with(() => ({
      results: results.map(({ index: _, tag: __, ...file }) => file),
      next: last < listing.transfer.files ? last : null,
      linksUntil: new Date(listing.until * 1000).toISOString(),
    }));
  });
  route(api, transferEndpoints.script, async (call) =>
    sendScript(parts, await openFor(call), call.query.kind ?? 'sh'),
  );
  route(api, transferEndpoints.manifest, async (call) =>
    sendManifest(parts, await openFor(call), call.query.format ?? 'tsv'),
  );
  route(api, transferEndpoints.samples, async (call) => sendSampleSheet(parts, await openFor(call)));
  route(api, transferEndpoints.zip, async (call) =>
    call.request.method === 'HEAD' ? showsNothing(headOnly) : sendZip(parts, await openFor(call), call),
  );
}

interface FileCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

function registerFiles(api: PortalApi, parts: TransferParts): void {
  route(api, transferEndpoints.content, async (call) => {
    const { member, record, check } = await readableBy(parts, call, call.params.fileId);
    return handOver(parts, member, { ...onlyCall(call), record, check, transferId: null });
  });
  route(api, transferEndpoints.linked, async (call) => {
    const { linked, member, record, check } = await readableByLink(parts, call.request, call.query.link);
    parts.takeFile(String(member.account.id));
    return handOver(parts, member, { ...onlyCall(call), record, check, transferId: linked.transferId });
  });
}

const onlyCall = ({ request, reply, signal }: FileCall): FileCall => ({ request, reply, signal });

function registerAspera(api: PortalApi, parts: TransferParts): void {
  for (const endpoint of [transferEndpoints.aspera, transferEndpoints.asperaByGet])
    route(api, endpoint, async (call) => startAspera(parts, call));
  route(api, transferEndpoints.asperaScript, async (call) => {
    if (call.request.method === 'HEAD') return showsNothing(headOnly);
    const { kind = 'sh', way } = call.query;
    return sendAsperaScript(parts, call, { kind, way, signal: call.signal });
  });
}

/**
 * Remembers what an account may read within an epoch, in which neither rights nor releases change: a file that is read
 * in many ranges is looked up once. Rights that end by the clock are checked where the caller is admitted (rule 13.32).
 */
function rememberFiles(find: FindReadableFile): FindReadableFile {
  const keep = perEpoch<FileRecord>('files of links');
  return (account, dataset, fileId) =>
    keep({ epoch: account.asOf?.epoch, key: JSON.stringify([account.id, dataset, fileId]) }, () =>
      find(account, dataset, fileId),
    );
}
