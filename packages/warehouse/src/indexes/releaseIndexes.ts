import { readdir, rm, stat } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { kindOf, type Lookup } from '@atrium/engine';
import type { AnsweringIndex } from '@atrium/index';
import {
  type Entry,
  fail,
  type IndexState,
  letGo,
  newEntry,
  reset,
  roomFor,
  stateOf,
  takenBy,
} from './indexMemory.ts';
import type { IndexStore } from './indexStore.ts';
import { createIndexWork, type IndexOptions, type Wanted } from './indexWork.ts';
import { createSharing, type SharedIndexes } from './sharedIndexes.ts';

/** The indexes of all releases of a warehouse. */
export interface ReleaseIndexes {
  /** Null while there is none: then statements answer, and it is loaded or built for later questions. */
  find(release: string): AnsweringIndex | null;
  /** Begins to make the file of an index where there is none. */
  build(release: string): void;
  /** Makes it anew, also where that failed a moment ago; while it is being made or loaded, that goes on. */
  rebuild(release: string): Promise<void>;
  /** Lets go of the index and deletes its file; to be called before the tables of the release go. */
  remove(release: string): Promise<void>;
  /**
   * Lets go of the indexes of releases that are not in the list, deletes their files and unfinished ones, and returns the
   * names of these releases. Other processes may build and remove some meanwhile.
   */
  cleanUp(list: () => Promise<readonly string[]>): Promise<readonly string[]>;
  /** Of those that were wanted or made since the start. */
  state(): readonly IndexState[];
  /** Of one release, also where nobody has wanted it yet; null where releases have no indexes. */
  look(release: string): Promise<IndexOnDisk | null>;
  /** Bytes of memory; null where releases have no indexes. */
  memory(): IndexMemory | null;
  /** From now on this process shares the files of indexes with others. */
  share(shared: SharedIndexes): void;
  /** Resolves when none is being loaded or built. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/** The index of a release, and its file. */
export interface IndexOnDisk extends IndexState {
  /** Null: there is none. */
  readonly fileBytes: number | null;
}

export interface IndexMemory {
  /** What the indexes in memory take. */
  readonly taken: number;
  /** What they may take together. */
  readonly max: number;
}

const suffix = '.index';
/** Of an index, or of one that a process began to write. */
const indexName = /\.index(\.[^.]+\.draft)?$/;
/** What nobody has written to for so long is not finished any more. */
const draftMs = 3_600_000;

/** No release has an index. */
export const noIndexes: ReleaseIndexes = {
  find: () => null,
  build: () => {},
  rebuild: async () => {},
  remove: async () => {},
  cleanUp: async () => [],
  state: () => [],
  look: async () => null,
  memory: () => null,
  share: () => {},
  idle: async () => {},
  close: async () => {},
};

/** What is known of the indexes of a store. */
function createEntries(store: IndexStore) {
  const entries = new Map<string, Entry>();
  /** The release whose index answers for a release. */
  const owners = new Map<string, string>();
  const entryOf = (release: string, tables: string): Entry => {
    const known = entries.get(release);
    if (known?.tables === tables) return known;
    const entry = newEntry({ release, tables, file: fileOf(store, release) });
    entries.set(release, entry);
    return entry;
  };
  const knownOf = (release: string): Entry | undefined => entries.get(owners.get(release) ?? release);
  return {
    entries,
    owners,
    entryOf,
    knownOf,
    knownOrNew: (release: string): Entry =>
      knownOf(release) ?? newEntry({ release, file: fileOf(store, release), tables: '' }),
    working: (): readonly Promise<void>[] => [...entries.values()].flatMap(({ work }) => work ?? []),
    /** Looks whose index answers for a release. Rejects where the release cannot be opened. */
    locate: async (release: string): Promise<Entry> => {
      const { lookup, source, tables } = await store.describe(release);
      const shared = source === null ? null : await store.describe(source);
      const isShared = shared !== null && indexShape(shared.lookup) === indexShape(lookup);
      const owner = isShared && source !== null ? source : release;
      owners.set(release, owner);
      if (owner !== release) entries.delete(release);
      return entryOf(owner, isShared ? shared.tables : tables);
    },
  };
}

/** The indexes of a store: each is loaded when it is first wanted, and built where there is none. */
export function createReleaseIndexes(store: IndexStore, options: IndexOptions = {}): ReleaseIndexes {
  const { now = () => performance.now() } = options;
  const { entries, owners, entryOf, knownOf, knownOrNew, working, locate } = createEntries(store);
  const describing = new Map<string, Promise<void>>();
  const leaving = new Set<string>();
  const maxBytes = options.maxBytes ?? Math.floor(totalmem() / 8);
  const sharing = createSharing(maxBytes);
  const takeRoom = roomFor(entries, { maxBytes, now });
  const work = createIndexWork(store, { ...options, now, takeRoom, sharing });
  let isClosed = false;
  const begin = (release: string, wanted: Wanted): void => {
    if (isClosed || leaving.has(release) || describing.has(release)) return;
    const known = knownOf(release);
    if (known !== undefined && (known.work !== null || known.retryAt > now())) return;
    const described = locate(release)
      .then((entry) => {
        if (!isClosed && !leaving.has(release) && entry.index === null)
          entry.work ??= work.prepare(entry, wanted);
      })
      .catch((error: unknown) => {
        fail(entries.get(release) ?? entryOf(release, ''), error, now());
      })
      .finally(() => describing.delete(release));
    describing.set(release, described);
  };
  const workOf = (): readonly Promise<void>[] => [...describing.values(), ...working()];
  const idle = async (): Promise<void> => {
    for (let work = workOf(); work.length > 0; work = workOf()) await Promise.all(work);
  };
  const remove = async (release: string): Promise<void> => {
    leaving.add(release);
    try {
      entries.get(release)?.stopping.abort(new Error('The release is being removed.'));
      await describing.get(release);
      const entry = entries.get(release);
      await entry?.work;
      if (entry !== undefined) letGo(entry);
      entries.delete(release);
      owners.delete(release);
      await removeFiles(await filesOf(store), (name) => name === release);
    } finally {
      leaving.delete(release);
    }
  };
  const replace = async (release: string): Promise<void> => {
    await describing.get(release);
    const entry = knownOrNew(release);
    await entry.work;
    const wasInMemory = entry.index !== null;
    await forget(entry);
    if (wasInMemory) begin(release, 'loaded');
  };
  return {
    find: (release) => {
      const entry = knownOf(release);
      if (entry?.index == null) {
        begin(release, 'loaded');
        return null;
      }
      entry.usedAt = now();
      return entry.index;
    },
    build: (release) => begin(release, 'made'),
    rebuild: async (release) => {
      await describing.get(release);
      const entry = knownOrNew(release);
      if (entry.work !== null) return;
      await forget(entry);
      begin(release, 'anew');
    },
    remove,
    cleanUp: async (list) => {
      // In this order: a release that is built meanwhile is in the list.
      const [files, known] = [await filesOf(store), [...entries.keys()]];
      const present = new Set(await list());
      const isGone = (release: string): boolean => !present.has(release);
      for (const release of known.filter(isGone)) await remove(release);
      await removeFiles(files, isGone);
      await sharing.cleanUp(list);
      return [...new Set([...known, ...files.map(({ release }) => release)])].filter(isGone);
    },
    state: () => [...entries.values()].map(stateOf),
    look: async (release) => {
      const entry = knownOrNew(release);
      return { ...stateOf(entry), fileBytes: await bytesOf(entry) };
    },
    memory: () => ({ taken: takenBy([...entries.values()]), max: maxBytes }),
    share: (shared) => sharing.share(shared, replace),
    idle,
    close: async () => {
      isClosed = true;
      for (const { stopping } of entries.values()) stopping.abort(new Error('The warehouse is closed.'));
      await idle();
      await work.close();
    },
  };
}

async function forget(entry: Entry): Promise<void> {
  reset(entry);
  await rm(entry.file, { force: true });
}

const fileOf = ({ indexFolder }: IndexStore, release: string): string =>
  join(indexFolder, `${release}${suffix}`);

/** Of its file; null where there is none. */
const bytesOf = ({ file }: Entry): Promise<number | null> =>
  stat(file).then(
    ({ size }) => size,
    () => null,
  );

interface IndexFile {
  readonly release: string;
  readonly path: string;
}

async function filesOf({ indexFolder }: IndexStore): Promise<readonly IndexFile[]> {
  const names = (await readdir(indexFolder)).filter((name) => indexName.test(name));
  return names.map((name) => ({ release: name.replace(indexName, ''), path: join(indexFolder, name) }));
}

/** Deletes the files of some releases, and of all others those that were left unfinished. */
async function removeFiles(files: readonly IndexFile[], goes: (release: string) => boolean): Promise<void> {
  for (const { release, path } of files)
    if (goes(release) || (!path.endsWith(suffix) && (await isLeft(path)))) await rm(path, { force: true });
}

const isLeft = (draft: string): Promise<boolean> =>
  stat(draft).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > draftMs,
    () => false,
  );

/** What of a dictionary an index depends on: releases with equal shapes that read the same tables have one index. */
function indexShape({ dictionary, root }: Lookup): string {
  const { collections, concepts, ontologies, eventTime } = dictionary;
  return JSON.stringify({
    root: root.id,
    eventTime,
    collections: collections.map(({ id, sharedRows, event }) => [
      id,
      sharedRows,
      event === null,
      event?.isInterval,
    ]),
    concepts: concepts.map((concept) => {
      const { columnType, isCoded } = kindOf(concept);
      const ontology = ontologies.find(({ id }) => id === concept.ontologyId)?.number ?? null;
      return [
        concept.number,
        concept.id,
        concept.collectionId,
        concept.isMultiple,
        columnType,
        isCoded,
        ontology,
      ];
    }),
  });
}
