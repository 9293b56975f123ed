import { filesEndpoints } from '@atrium/contract/endpoints/files';
import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import type { Transfer } from '@atrium/contract/wire/transfer';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError, ToldError } from '../../api/apiError.ts';
import { endpointUrl, request } from '../../api/client.ts';
import { announce } from '../../ui/announce.ts';
import { filesKey } from './filesQueries.ts';
import { clientProblemWords, words } from './filesWords.ts';
import type { ChosenFolder } from './transfer/folder.ts';
import { newProgress } from './transfer/progress.ts';
import type { FolderTransfers } from './transfer/runTransfer.ts';
import type { ClientTransfer, TransferClient } from './transfer/transferClient.ts';

/** The objects that download files; the screen passes them in. */
export interface Carriers {
  readonly folders: FolderTransfers;
  readonly aspera: TransferClient;
  readonly showLinks: (transferId: number) => void;
  /** Undefined where the browser cannot write into a folder. */
  readonly pickFolder: (() => Promise<ChosenFolder>) | undefined;
}

/** How the last start ended. */
export type StartOutcome =
  | { readonly kind: 'idle' | 'busy' }
  /** The transfer service gave nothing to start. */
  | { readonly kind: 'noSpecs' }
  | { readonly kind: 'asperaFailed' | 'failed'; readonly reason: string };

export interface StartOf {
  readonly dataset: string;
  readonly accountId: number;
  /** So many files may come at a time. */
  readonly atATime: number;
}

export type Way = 'aspera' | 'browser' | 'https';

/** Starts downloads of the queue; the queue is emptied only after one has started (rule 13.65). */
export function useStart(of: StartOf, carriers: Carriers) {
  const { dataset } = of;
  const client = useQueryClient();
  const [outcome, setOutcome] = useState<StartOutcome>({ kind: 'idle' });
  const reread = () => client.invalidateQueries({ queryKey: filesKey(dataset) });
  const started = async (): Promise<void> => {
    await request(filesEndpoints.clear, { query: { dataset } });
    announce(words.started);
    await reread();
  };
  const run = async (start: () => Promise<StartOutcome>): Promise<void> => {
    setOutcome({ kind: 'busy' });
    setOutcome(
      await start().catch(
        (error: unknown): StartOutcome => ({ kind: 'failed', reason: describeError(error) }),
      ),
    );
    await reread();
  };
  const ways: Readonly<Record<Way, () => Promise<StartOutcome>>> = {
    aspera: () => startAspera(dataset, carriers, started),
    browser: () => startFolder(of, carriers, started),
    https: async () => {
      const { transferId } = await begin(dataset, 'https');
      await started();
      carriers.showLinks(transferId);
      return { kind: 'idle' };
    },
  };
  return {
    outcome,
    dismiss: () => setOutcome({ kind: 'idle' }),
    start: (way: Way) => run(ways[way]),
    /** A file that the portal makes of the queue: it stays in the queue. */
    save: (kind: 'zip' | 'manifest', address: (transferId: number) => string) =>
      run(async () => {
        const { transferId } = await begin(dataset, kind);
        openAddress(address(transferId));
        return { kind: 'idle' };
      }),
  };
}

const begin = (dataset: string, way: 'https' | 'browser' | 'zip' | 'manifest'): Promise<Transfer> =>
  request(transferEndpoints.start, { params: { dataset }, body: { way } });

/** Lets the browser save the reply of an address as a file. */
function openAddress(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  document.body.append(link);
  link.click();
  link.remove();
}

async function startFolder(
  { dataset, accountId, atATime }: StartOf,
  { folders, pickFolder }: Carriers,
  started: () => Promise<void>,
): Promise<StartOutcome> {
  // The browser lets a page ask for a folder only right after a click, so this comes first.
  const folder = await pickFolder?.().catch(() => undefined);
  if (folder === undefined) return { kind: 'idle' };
  const { transferId, files, totalSize, startedAt } = await begin(dataset, 'browser');
  const transfer = { transferId, accountId, dataset, folder, files, totalSize, startedAt };
  const fresh = { ...transfer, done: [], begun: [], doneSize: 0, isSignedOut: false };
  await folders.kept.put(fresh).catch(() => undefined);
  folders.run(fresh, atATime);
  await started();
  return { kind: 'idle' };
}

async function startAspera(
  dataset: string,
  carriers: Carriers,
  started: () => Promise<void>,
): Promise<StartOutcome> {
  try {
    const hasBegun = await beginAspera(dataset, carriers);
    if (!hasBegun) return { kind: 'noSpecs' };
  } catch (error) {
    noteAspera(error);
    return { kind: 'asperaFailed', reason: describeError(error) };
  }
  await started();
  return { kind: 'idle' };
}

function noteAspera(error: unknown): void {
  // biome-ignore lint/suspicious/noConsole: rule 13.66 asks for this line.
  console.warn(words.asperaFailed, error);
}

/** False where there is nothing to transfer; throws where the service or the client fails. */
async function beginAspera(
  dataset: string,
  { folders: { store }, aspera }: Pick<Carriers, 'folders' | 'aspera'>,
): Promise<boolean> {
  const state = await aspera.connect();
  if (state.kind === 'unavailable') throw new ToldError(clientProblemWords[state.reason]);
  const { transferSpecs } = await request(transferEndpoints.aspera, { query: { dataset } });
  const [first] = transferSpecs;
  if (first !== undefined && 'error' in first) throw new ToldError(first.error.userMessage);
  if (first === undefined || !('transferSpec' in first)) return false;
  const spec = first.transferSpec;
  const id = await aspera.start(spec);
  const host = spec['remote_host'];
  const where = typeof host === 'string' ? host : '';
  const files = Array.isArray(spec['paths']) ? spec['paths'].length : 0;
  store.add(newProgress({ id, dataset, way: 'aspera', where, files, totalSize: 0, state: 'running' }));
  followAspera(id, { store, aspera });
  return true;
}

/** Shows the progress of a transfer as the transfer client reports it, until it ends. */
function followAspera(
  id: string,
  { store, aspera }: { readonly store: FolderTransfers['store']; readonly aspera: TransferClient },
): void {
  const receive = (transfer: ClientTransfer): void => {
    if (transfer.id !== id) return;
    const { bytes, totalSize, rate, filesDone } = transfer;
    store.tell(id, { kind: 'moved', bytes, rate, totalSize, filesDone });
    if (transfer.state === 'paused') store.tell(id, { kind: 'paused' });
    if (transfer.state === 'running') store.tell(id, { kind: 'began' });
    if (transfer.state === 'done') store.tell(id, { kind: 'ended' });
    if (transfer.state === 'failed') {
      const reason = transfer.reason ?? words.state.failed;
      noteAspera(new Error(reason));
      store.tell(id, { kind: 'failed', reason });
    }
    if (transfer.state === 'done' || transfer.state === 'failed') end();
  };
  const end = aspera.watch(receive);
}

export const scriptAddress = (
  dataset: string,
  query: { kind: 'sh' | 'ps1'; way: 'aspera' | 'https' },
): string => endpointUrl(transferEndpoints.asperaScript, { query: { dataset, ...query } });
