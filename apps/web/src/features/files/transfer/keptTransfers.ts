import { z } from 'zod';
import { ToldError } from '../../../api/apiError.ts';
import type { ChosenFolder } from './folder.ts';

/** A download into a folder that is not at its end, as the browser keeps it over a reload. */
export interface KeptTransfer {
  readonly transferId: number;
  readonly accountId: number;
  readonly dataset: string;
  readonly folder: ChosenFolder;
  readonly files: number;
  readonly totalSize: number;
  readonly startedAt: string;
  readonly done: readonly string[];
  readonly begun: readonly string[];
  /** Bytes of the files that are done. */
  readonly doneSize: number;
  /** Whether the end of the session has stopped it. */
  readonly isSignedOut: boolean;
}

/** Where downloads are kept; only the person whose they are gets them. */
export interface KeptTransfers {
  put(transfer: KeptTransfer): Promise<void>;
  list(accountId: number, dataset: string): Promise<readonly KeptTransfer[]>;
  remove(transfer: Pick<KeptTransfer, 'accountId' | 'dataset' | 'transferId'>): Promise<void>;
}

const folder = z.custom<ChosenFolder>(
  (value) => typeof value === 'object' && value !== null && 'getDirectoryHandle' in value,
);
const kept: z.ZodType<KeptTransfer> = z.object({
  transferId: z.int(),
  accountId: z.int(),
  dataset: z.string(),
  folder,
  files: z.int(),
  totalSize: z.int(),
  startedAt: z.string(),
  done: z.array(z.string()),
  begun: z.array(z.string()),
  doneSize: z.int(),
  isSignedOut: z.boolean().default(false),
});

const databaseName = 'atrium-downloads';
const storeName = 'transfers';

const keyOf = ({ accountId, dataset, transferId }: Parameters<KeptTransfers['remove']>[0]): string =>
  `${accountId} ${dataset} ${transferId}`;

/** In the browser's own database, which can hold the right to a folder. Where there is none, nothing is kept. */
export function createKeptTransfers(): KeptTransfers {
  let opened: Promise<IDBDatabase> | undefined;
  const database = (): Promise<IDBDatabase> => {
    opened ??= open();
    return opened;
  };
  const inStore = async <Value>(
    mode: IDBTransactionMode,
    act: (store: IDBObjectStore) => IDBRequest<Value>,
  ): Promise<Value | undefined> => {
    if (typeof indexedDB === 'undefined') return undefined;
    const store = (await database()).transaction(storeName, mode).objectStore(storeName);
    return answerOf(act(store));
  };
  return {
    put: async (transfer) =>
      void (await inStore('readwrite', (store) => store.put(transfer, keyOf(transfer)))),
    remove: async (transfer) => void (await inStore('readwrite', (store) => store.delete(keyOf(transfer)))),
    list: async (accountId, dataset) => {
      const all = (await inStore('readonly', (store) => store.getAll())) ?? [];
      return all
        .flatMap((one) => kept.safeParse(one).data ?? [])
        .filter((one) => one.accountId === accountId && one.dataset === dataset);
    },
  };
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(databaseName, 1);
  request.onupgradeneeded = () => void request.result.createObjectStore(storeName);
  return answerOf(request);
}

const answerOf = <Value>(request: IDBRequest<Value>): Promise<Value> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new ToldError('The database of the browser failed.'));
  });
