import { type AsperaSpecs, PortalError, type ScriptKind } from '@atrium/contract';
import type { Member } from '../../access/index.ts';
import type { Delivery } from '../../http/index.ts';
import type { FileSelection } from '../fileRecord.ts';
import { selectQueuedFiles } from '../selection.ts';
import type { Aspera, AsperaFile } from './aspera.ts';
import { asperaScript } from './asperaScript.ts';
import { listAll } from './listFiles.ts';
import { openListing, type TransferCall, type TransferParts } from './parts.ts';
import { createReceiverPaths } from './receiverPath.ts';
import { asFile, recordList, scriptName, sendScript } from './sendLists.ts';
import { startTransfer } from './startTransfer.ts';

/** One token names all its files, so a transfer through the service has a limit. */
const mostAtOnce = 50_000;

interface Chosen {
  readonly selection: FileSelection;
  readonly signal: AbortSignal;
}

/**
 * The files of a selection in the form that the service takes, under the paths that the transfer gives them. The service
 * reads them itself, so each is judged here as when its bytes leave.
 */
async function asperaFiles(
  { storage }: Pick<TransferParts, 'storage'>,
  member: Member,
  { selection, signal }: Chosen,
): Promise<readonly AsperaFile[]> {
  if (selection.count > mostAtOnce)
    throw new PortalError(
      'conflict',
      `The transfer service takes ${mostAtOnce} files at a time. Please use HTTPS, or choose fewer.`,
    );
  const paths = createReceiverPaths(selection.dataset);
  const files: AsperaFile[] = [];
  for await (const record of selection.files(signal)) {
    await storage.requireOwn(record, member);
    files.push({ location: record.location, path: paths.pathOf(record) });
  }
  return files;
}

/** Begins a transfer of the queue through the service. Without a service, or with an empty queue, there are no specs. */
export async function startAspera(
  parts: TransferParts,
  member: Member,
  signal: AbortSignal,
): Promise<AsperaSpecs> {
  const { aspera } = parts;
  if (aspera === null) return { transferSpecs: [] };
  const selection = await selectQueuedFiles(parts, member, signal);
  if (selection.count === 0) return { transferSpecs: [] };
  const files = await asperaFiles(parts, member, { selection, signal });
  // The service is called first, so that no transfer begins that it refuses.
  const spec = await aspera.setUp(files, cookieOf(member));
  await startTransfer(parts, member, { way: 'aspera', selection, signal });
  return { transferSpecs: [{ transferSpec: { ...spec } }] };
}

/** What the service writes into its own records of a transfer. */
const cookieOf = ({ account, uniqueId }: Member): string => `atrium:${uniqueId}:${account.id}`;

interface ScriptRequest {
  readonly kind: ScriptKind;
  readonly way: 'aspera' | 'https' | undefined;
  readonly signal: AbortSignal;
}

/** The script for the queue: with ascp where there is a service that answers, else over HTTPS. */
export async function sendAsperaScript(
  parts: TransferParts,
  call: TransferCall,
  { kind, way, signal }: ScriptRequest,
): Promise<Delivery> {
  const selection = await selectQueuedFiles(parts, call.member, signal);
  const aspera = kind === 'sh' ? await usable(parts.aspera, way) : null;
  const service =
    aspera === null || selection.count === 0
      ? null
      : await setUp({ aspera, storage: parts.storage }, call.member, { selection, signal });
  const begun = { way: service === null ? 'script' : 'aspera', selection, signal } as const;
  const transfer = await startTransfer(parts, call.member, begun);
  const listing = await openListing(parts, call, transfer);
  if (service === null) return sendScript(parts, listing, kind);
  await recordList(parts, listing, 'script ascp');
  const type = 'text/x-shellscript; charset=utf-8';
  return asFile(asperaScript(listAll(parts, listing), listing, service), {
    name: scriptName(listing, 'sh'),
    type,
  });
}

async function usable(aspera: Aspera | null, way: ScriptRequest['way']): Promise<Aspera | null> {
  if (way === 'https') return null;
  const problem = aspera === null ? noService : await aspera.findProblem();
  if (problem === null) return aspera;
  if (way === 'aspera') throw new PortalError('unavailable', problem);
  return null;
}

const noService = 'No transfer service is set up here. Please use HTTPS.';

async function setUp(
  { aspera, ...parts }: Pick<TransferParts, 'storage'> & { readonly aspera: Aspera },
  member: Member,
  chosen: Chosen,
) {
  const files = await asperaFiles(parts, member, chosen);
  return { spec: await aspera.setUp(files, cookieOf(member)), pairs: aspera.pairs(files) };
}
