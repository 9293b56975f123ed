import { followProgress, type Progress, type ProgressNews } from './progress.ts';

/** The transfers of this tab. They go on while the person is on another screen. */
export interface TransferStore {
  add(progress: Progress): void;
  tell(id: string, news: ProgressNews): void;
  remove(id: string): void;
  clear(): void;
  read(): readonly Progress[];
  subscribe(listener: () => void): () => void;
}

export function createTransferStore(): TransferStore {
  let held: readonly Progress[] = [];
  const listeners = new Set<() => void>();
  const set = (next: readonly Progress[]): void => {
    held = next;
    for (const listener of listeners) listener();
  };
  return {
    add: (progress) => set([progress, ...held.filter(({ id }) => id !== progress.id)]),
    tell: (id, news) => set(held.map((one) => (one.id === id ? followProgress(one, news) : one))),
    remove: (id) => set(held.filter((one) => one.id !== id)),
    clear: () => set([]),
    read: () => held,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
