import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AsperaSpecs, ScriptKind } from '@atrium/contract/wire/transfer';
import type { Member } from '../../access/index.ts';
import { openLiveRelease } from '../../catalogue/index.ts';
import { showsNothing } from '../../http/index.ts';
import type { FileSelection } from '../fileRecord.ts';
import { type SelectedQueue, selectQueuedFiles } from '../selection.ts';
import type { Aspera, AsperaFile } from './aspera.ts';
import { asperaScript } from './asperaScript.ts';
import { checkRights, handOut } from './handOut.ts';
import { listAll } from './listFiles.ts';
import { createReceiverPaths } from './receiverPath.ts';
import { asFile, scriptName, sendScript } from './sendLists.ts';
import { startTransfer } from './startTransfer.ts';
import { openListing, type TransferCall, type TransferParts } from './transferParts.ts';

/** One token names all its files, so a transfer through the service has a limit. */
const maxAtOnce = 50_000;

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
  if (selection.count > maxAtOnce)
    throw new PortalError(
      'conflict',
      `The transfer service takes ${maxAtOnce} files at a time. Please use HTTPS, or choose fewer.`,
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
export async function startAspera(parts: TransferParts, { account, member, signal }: AsperaCall) {
  const { aspera } = parts;
  const none: AsperaSpecs = { transferSpecs: [] };
  if (aspera === null) return showsNothing(none);
  const selection = await selectQueuedFiles(parts, member, signal);
  if (selection.count === 0) return showsNothing(none);
  const handed = await handOutToken(parts, { account, member }, { aspera, selection, signal, form: 'token' });
  return handed.with(({ spec }): AsperaSpecs => ({ transferSpecs: [{ transferSpec: { ...spec } }] }));
}

interface AsperaCall extends Pick<TransferCall, 'account' | 'member'> {
  readonly signal: AbortSignal;
}

interface TokenRequest {
  readonly aspera: Aspera;
  readonly selection: SelectedQueue;
  readonly signal: AbortSignal;
  readonly form: string;
}

/** The token of the service opens all files of the transfer past the portal, so all of their bytes count (rule 13.77). */
async function handOutToken(
  parts: TransferParts,
  { account, member }: Pick<TransferCall, 'account' | 'member'>,
  { aspera, selection, signal, form }: TokenRequest,
) {
  const { count: files, bytes } = selection;
  const checkMember = checkRights(parts, { account, member });
  return handOut(parts, member, {
    bytes,
    make: async () => {
      const named = await asperaFiles(parts, member, { selection, signal });
      // The service is called first, so that no transfer begins that it refuses.
      const spec = await aspera.setUp(named, cookieOf(member));
      const { transfer } = await startTransfer(parts, member, { way: 'aspera', selection, signal });
      return { spec, pairs: aspera.pairs(named), transfer };
    },
    check: async () => {
      await checkMember();
      await requireRelease(parts, member, selection.release);
    },
    lineOf: ({ transfer }) => ({
      action: 'transfer_list',
      detail: { transfer: transfer.id, form: `aspera ${form}`, files, bytes, isElsewhere: true },
    }),
  });
}

/** The service may take long to answer, and what was open on one release may be closed on the next. */
async function requireRelease(parts: TransferParts, member: Member, release: string): Promise<void> {
  const { asOf: _, ...asked } = member;
  if ((await openLiveRelease(parts, asked)).release !== release)
    throw new PortalError('changed_meanwhile', 'The data have changed meanwhile. Please start again.');
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
  if (aspera === null || selection.count === 0) {
    const { transfer } = await startTransfer(parts, call.member, { way: 'script', selection, signal });
    return sendScript(parts, await openListing(parts, call, transfer), kind);
  }
  const handed = await handOutToken(parts, call, { aspera, selection, signal, form: 'script' });
  const listing = await openListing(parts, call, handed.reply.transfer);
  const type = 'text/x-shellscript; charset=utf-8';
  const file = { name: scriptName(listing, 'sh'), type };
  return handed.with((service) => asFile(asperaScript(listAll(parts, listing), listing, service), file));
}

async function usable(aspera: Aspera | null, way: ScriptRequest['way']): Promise<Aspera | null> {
  if (way === 'https') return null;
  const problem = aspera === null ? noService : await aspera.findProblem();
  if (problem === null) return aspera;
  if (way === 'aspera') throw new PortalError('unavailable', problem);
  return null;
}

const noService = 'No transfer service is set up here. Please use HTTPS.';
