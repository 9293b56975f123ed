import { transferEndpoints } from '@atrium/contract/endpoints/transfer';
import { describeError } from '../../../api/apiError.ts';
import { endpointUrl, request } from '../../../api/client.ts';
import { beforeSessionEnds } from '../../../api/endOfSession.ts';
import { words } from '../filesWords.ts';
import { backOff, downloadFolder, type FolderNews } from './downloadFolder.ts';
import { createKeptTransfers, type KeptTransfer, type KeptTransfers } from './keptTransfers.ts';
import { newProgress } from './progress.ts';
import { createRateMeter } from './rateMeter.ts';
import { createTransferStore, type TransferStore } from './transferStore.ts';
import { sampleSheetName, writeSampleSheet } from './writeSampleSheet.ts';

/** The downloads into folders of this tab (rule 13.67). */
export interface FolderTransfers {
  readonly store: TransferStore;
  readonly kept: KeptTransfers;
  /** Begins a download, or goes on with one. It runs until it is at its end or paused, also on other screens. */
  run(transfer: KeptTransfer, atATime: number): void;
  pause(id: string): void;
}

export const transferKey = ({ dataset, transferId }: Pick<KeptTransfer, 'dataset' | 'transferId'>): string =>
  `${dataset} ${transferId}`;

const shownEveryMs = 250;
const keptEveryMs = 1_000;

export function createFolderTransfers(kept: KeptTransfers = createKeptTransfers()): FolderTransfers {
  const store = createTransferStore();
  const running = new Map<string, Running>();
  window.addEventListener('beforeunload', (event) => {
    if (running.size > 0) event.preventDefault();
  });
  beforeSessionEnds(async () => {
    for (const { stop } of running.values()) stop.abort(signedOut);
    await Promise.all([...running.values()].map(({ end }) => end));
    // Somebody else may sign in to this tab.
    store.clear();
  });
  return {
    store,
    kept,
    run: (transfer, atATime) => {
      const id = transferKey(transfer);
      if (running.has(id)) return;
      const stop = new AbortController();
      const end = runOne({ store, kept, transfer, atATime, signal: stop.signal });
      running.set(id, { stop, end: end.finally(() => running.delete(id)) });
    },
    pause: (id) => running.get(id)?.stop.abort(),
  };
}

interface Running {
  readonly stop: AbortController;
  /** Resolves when nothing is written any more, and all is kept. */
  readonly end: Promise<void>;
}

/** Why a download is stopped before the end of a session. */
const signedOut = new Error('The session is over.');

interface OneRun {
  readonly store: TransferStore;
  readonly kept: KeptTransfers;
  readonly transfer: KeptTransfer;
  readonly atATime: number;
  readonly signal: AbortSignal;
}

async function runOne({ store, kept, transfer, atATime, signal }: OneRun): Promise<void> {
  const id = transferKey(transfer);
  const { dataset, transferId, files, totalSize } = transfer;
  store.add(
    newProgress({
      id,
      dataset,
      way: 'browser',
      where: transfer.folder.name,
      files,
      totalSize,
      filesDone: transfer.done.length,
      bytes: transfer.doneSize,
    }),
  );
  const keeping = keepUp(kept, transfer);
  const news = follow({ store, id, start: transfer.doneSize }, keeping);
  store.tell(id, { kind: 'began' });
  try {
    const folder = await transfer.folder.getDirectoryHandle(`${dataset}-${transferId}`, { create: true });
    let isSheetNameTaken = false;
    const end = await downloadFolder(
      {
        folder,
        signal,
        atATime,
        done: new Set(transfer.done),
        begun: new Set(transfer.begun),
        load: async (after, limit) => {
          const page = await loadFiles({ dataset, transferId, after, limit });
          isSheetNameTaken ||= page.results.some(({ path }) => path === sampleSheetName);
          return page;
        },
        fetch: (url, init) => window.fetch(url, init),
        wait: backOff,
      },
      news,
    );
    if (end.kind === 'ended' && !isSheetNameTaken)
      await writeSampleSheet(transfer, { folder, signal }).catch((error: unknown) =>
        store.tell(id, { kind: 'fileFailed', name: sampleSheetName, reason: describeError(error) }),
      );
    news.flush();
    if (end.kind === 'refused') store.tell(id, { kind: 'paused', reason: words.accessEnded(end.reason) });
    else if (end.kind === 'stopped') store.tell(id, { kind: 'paused' });
    else store.tell(id, { kind: 'ended' });
    if (store.read().some((one) => one.id === id && one.state === 'done')) await keeping.forget();
    else await keeping.save(signal.reason === signedOut);
  } catch (error) {
    news.flush();
    store.tell(id, { kind: 'failed', reason: describeError(error) });
    await keeping.save();
  }
}

interface PageOf {
  readonly dataset: string;
  readonly transferId: number;
  readonly after: number;
  readonly limit: number;
}

/** A link to another site is fetched through the portal: the content policy of the page lets it connect to the portal only. */
async function loadFiles({ dataset, transferId, after, limit }: PageOf) {
  const page = await request(transferEndpoints.files, {
    params: { dataset, transferId },
    query: { after, limit },
  });
  const throughPortal = (fileId: string): string =>
    endpointUrl(transferEndpoints.content, { params: { dataset, fileId } });
  return {
    ...page,
    results: page.results.map((file) => {
      const own = throughPortal(file.fileId);
      return file.url === null || originOf(file.url) === originOf(own) ? file : { ...file, url: own };
    }),
  };
}

const originOf = (url: string): string => new URL(url, window.location.href).origin;

interface Keeping {
  begun(fileId: string): void;
  done(fileId: string, size: number): void;
  save(isSignedOut?: boolean): Promise<void>;
  forget(): Promise<void>;
}

/**
 * Stores which files are done and begun, at most once a second. Files that were not stored are checked again after a
 * reload.
 */
function keepUp(kept: KeptTransfers, transfer: KeptTransfer): Keeping {
  const done = new Set(transfer.done);
  const begun = new Set(transfer.begun);
  let { doneSize } = transfer;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = async (isSignedOut = false): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const now = { ...transfer, done: [...done], begun: [...begun], doneSize, isSignedOut };
    await kept.put(now).catch(() => undefined);
  };
  const saveSoon = (): void => {
    timer ??= setTimeout(() => void save(), keptEveryMs);
  };
  return {
    begun: (fileId) => {
      begun.add(fileId);
      saveSoon();
    },
    done: (fileId, size) => {
      begun.delete(fileId);
      done.add(fileId);
      doneSize += size;
      saveSoon();
    },
    save,
    forget: async () => {
      clearTimeout(timer);
      await kept.remove(transfer).catch(() => undefined);
    },
  };
}

interface Followed {
  readonly store: TransferStore;
  readonly id: string;
  readonly start: number;
}

/** Reports progress to the screen, several times a second, and stores it. */
function follow({ store, id, start }: Followed, keeping: Keeping): FolderNews & { flush(): void } {
  const meter = createRateMeter(() => performance.now());
  let bytes = start;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (): void => {
    timer = undefined;
    store.tell(id, { kind: 'moved', bytes, rate: meter.add(bytes) });
  };
  return {
    bytes: (count) => {
      bytes += count;
      timer ??= setTimeout(show, shownEveryMs);
    },
    begun: async (fileId) => keeping.begun(fileId),
    ended: async (file, outcome) => {
      if (outcome.kind === 'failed')
        store.tell(id, { kind: 'fileFailed', name: file.name, reason: outcome.reason });
      if (outcome.kind !== 'done') return;
      keeping.done(file.fileId, file.size);
      store.tell(id, { kind: 'fileDone', isVerified: outcome.isVerified });
    },
    flush: () => {
      clearTimeout(timer);
      show();
    },
  };
}
