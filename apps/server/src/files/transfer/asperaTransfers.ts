import { type AsperaSpecs, PortalError, type ScriptKind } from '@atrium/contract';
import type { Member } from '../../access/index.ts';
import { disclosed, showsNothing } from '../../http/index.ts';
import type { FileSelection } from '../fileRecord.ts';
import { selectQueuedFiles } from '../selection.ts';
import type { Aspera, AsperaFile } from './aspera.ts';
import { asperaScript } from './asperaScript.ts';
import { listAll } from './listFiles.ts';
import { openListing, type TransferCall, type TransferParts } from './parts.ts';
import { createReceiverPaths } from './receiverPath.ts';
import { asFile, listLine, scriptName, sendScript } from './sendLists.ts';
import { startTransfer } from './startTransfer.ts';

/** One token names all its files, so a transfer through the service has a limit. */
const mostAtOnce = 50_000;

/** The files of a selection in the form that the service takes, under the paths that the transfer gives them. */
async function asperaFiles(selection: FileSelection, signal: AbortSignal): Promise<readonly AsperaFile[]> {
  if (selection.count > mostAtOnce)
    throw new PortalError(
      'conflict',
      `The transfer service takes ${mostAtOnce} files at a time. Please use HTTPS, or choose fewer.`,
    );
  const paths = createReceiverPaths();
  const files: AsperaFile[] = [];
  for await (const record of selection.files(signal))
    files.push({ location: record.location, path: paths.pathOf(record) });
  return files;
}

/** Begins a transfer of the queue through the service. Without a service, or with an empty queue, there are no specs. */
export async function startAspera(parts: TransferParts, member: Member, signal: AbortSignal) {
  const { aspera } = parts;
  const none: AsperaSpecs = { transferSpecs: [] };
  if (aspera === null) return showsNothing(none);
  const selection = await selectQueuedFiles(parts, member, signal);
  if (selection.count === 0) return showsNothing(none);
  const files = await asperaFiles(selection, signal);
  // The service is called first, so that no transfer begins that it refuses.
  const spec = await aspera.setUp(files, cookieOf(member));
  const { line } = await startTransfer(parts, member, { way: 'aspera', selection, signal });
  const specs: AsperaSpecs = { transferSpecs: [{ transferSpec: { ...spec } }] };
  return disclosed(specs, [line]);
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
) {
  const selection = await selectQueuedFiles(parts, call.member, signal);
  const aspera = kind === 'sh' ? await usable(parts.aspera, way) : null;
  const service =
    aspera === null || selection.count === 0 ? null : await setUp(aspera, call.member, { selection, signal });
  const begun = { way: service === null ? 'script' : 'aspera', selection, signal } as const;
  const { transfer } = await startTransfer(parts, call.member, begun);
  const listing = await openListing(parts, call, transfer);
  if (service === null) return sendScript(parts, listing, kind);
  const type = 'text/x-shellscript; charset=utf-8';
  const script = asFile(asperaScript(listAll(parts, listing), listing, service), {
    name: scriptName(listing, 'sh'),
    type,
  });
  return disclosed(script, [listLine(listing, 'script ascp')]);
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
  aspera: Aspera,
  member: Member,
  { selection, signal }: { readonly selection: FileSelection; readonly signal: AbortSignal },
) {
  const files = await asperaFiles(selection, signal);
  return { spec: await aspera.setUp(files, cookieOf(member)), pairs: aspera.pairs(files) };
}
