import type { Lookup } from '@atrium/engine';

/** An index that is to be made; plain data, so that it can be sent to a thread. `Place` says where the release lies. */
export interface IndexTask<Place> {
  readonly release: string;
  /** What is written; it gets its name when it is whole. */
  readonly file: string;
  readonly tables: string;
  readonly place: Place;
}

/** Makes the file of an index. Rejects with the signal's reason. */
export type MakeIndex<Place> = (task: IndexTask<Place>, signal: AbortSignal) => Promise<void>;

export interface DescribedRelease {
  readonly lookup: Lookup;
  /** The release whose tables it reads; null where it has tables of its own. */
  readonly source: string | null;
  /** Tells its tables from those of every other release, also of one that had its name. */
  readonly tables: string;
}

/** What a database must do so that its releases have indexes. */
export interface IndexStore {
  /** Where the files of indexes lie. */
  readonly indexFolder: string;
  describe(release: string): Promise<DescribedRelease>;
  /** Makes the file of an index from the tables of the release. */
  makeIndex(task: Omit<IndexTask<unknown>, 'place'>, signal: AbortSignal): Promise<void>;
}
