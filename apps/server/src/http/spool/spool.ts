import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createShelf, defaultSpoolLimits, type Shelved, type SpoolLimits } from './shelf.ts';
import { type FilePart, type SpoolFile, writeSpoolFile } from './spoolFile.ts';

export interface SpoolSettings {
  /** Where the files lie; made when absent. Default: a folder of its own among the temporary files. */
  readonly folder?: string | undefined;
  readonly limits?: SpoolLimits | undefined;
  /** Throws while the disk has too little room for exports. */
  readonly requireRoom?: (() => void) | undefined;
  readonly clock?: (() => Date) | undefined;
}

/** A file that is wanted whole, and how it is made where the spool does not have it. */
export interface Wanted {
  /** The account that it is for. */
  readonly owner: string;
  /** The same text is the same file, for the same owner; null: it is made for this request alone. */
  readonly key: string | null;
  /** Counts the rows that it must have, apart from the file; null where nobody knows. */
  readonly rows: ((signal: AbortSignal) => Promise<number | null>) | undefined;
  readonly make: (signal: AbortSignal) => AsyncIterable<FilePart>;
  /** Waits until it may be made; returns the function to call at its end. */
  readonly begin: (signal: AbortSignal) => Promise<() => void>;
  /** Throws where the caller may no longer have it; called every second while it is made. */
  readonly check: () => Promise<unknown>;
  /** Aborts when the caller goes away. */
  readonly signal: AbortSignal;
}

/** A file of the spool that is being sent; it stays until the end of that. */
export interface HeldFile {
  readonly file: SpoolFile;
  /** Whether it was in the spool before. */
  readonly isFound: boolean;
  /** Throws once the file had to give way to others. */
  readonly requireKept: () => void;
  readonly end: () => void;
}

/** Files that are made once, at full speed, and sent at the pace of their readers. */
export interface Spool {
  take(wanted: Wanted): Promise<HeldFile>;
  /** Ends what is being made, and closes all files. */
  close(): Promise<void>;
}

const checkedEveryMs = 1000;
const sweptEveryMs = 60_000;

interface Waiting {
  readonly arrive: (held: HeldFile) => void;
  readonly leave: (reason: unknown) => void;
  readonly look: () => Promise<void>;
}

interface Making {
  readonly waiting: Set<Waiting>;
  readonly ending: AbortController;
  ended: Promise<void>;
}

export function createSpool(settings: SpoolSettings = {}): Spool {
  const { limits = defaultSpoolLimits, requireRoom = () => {}, clock = () => new Date() } = settings;
  const shelf = createShelf({ limits, requireRoom, now: () => clock().getTime() });
  const folder = openFolder(settings.folder);
  const underWay = new Map<string, Making>();
  const all = new Set<Making>();
  let isClosed = false;
  const sweep = setInterval(shelf.sweep, sweptEveryMs);
  sweep.unref();

  const start = (id: string | null, wanted: Wanted): Making => {
    const making: Making = { waiting: new Set(), ending: new AbortController(), ended: Promise.resolve() };
    const { signal } = making.ending;
    const forget = (): void => {
      if (id !== null && underWay.get(id) === making) underWay.delete(id);
    };
    // Who comes later must not wait for what will not be whole.
    signal.addEventListener('abort', forget, { once: true });
    if (id !== null) underWay.set(id, making);
    all.add(making);
    making.ended = makeFile(making, { id, wanted, shelf, folder }).finally(() => {
      forget();
      all.delete(making);
    });
    return making;
  };
  return {
    take: async (wanted) => {
      if (isClosed) throw new Error('The portal is closing.');
      wanted.signal.throwIfAborted();
      const id = wanted.key === null ? null : JSON.stringify([wanted.owner, wanted.key]);
      const found = id === null ? null : shelf.find(id);
      if (found !== null) return hold(found, true);
      const making = (id === null ? undefined : underWay.get(id)) ?? start(id, wanted);
      return waitFor(making, wanted);
    },
    close: async () => {
      isClosed = true;
      clearInterval(sweep);
      for (const { ending } of all) ending.abort(new Error('The portal is closing.'));
      await Promise.all([...all].map(({ ended }) => ended));
      await shelf.close();
      await folder.remove();
    },
  };
}

interface MakeRules {
  readonly id: string | null;
  readonly wanted: Wanted;
  readonly shelf: ReturnType<typeof createShelf>;
  readonly folder: Folder;
}

/** Makes a file for everybody who waits for it; ends when nobody does. */
async function makeFile(making: Making, { id, wanted, shelf, folder }: MakeRules): Promise<void> {
  const { waiting, ending } = making;
  const { signal } = ending;
  const room = shelf.open(wanted.owner);
  let end = (): void => {};
  let handle: FileHandle | null = null;
  try {
    end = await wanted.begin(signal);
    await Promise.all([...waiting].map(({ look }) => look()));
    signal.throwIfAborted();
    const file = await writeSpoolFile(wanted.make(signal), {
      folder: await folder.path(),
      name: randomUUID(),
      reserve: room.reserve,
      rows: wanted.rows,
      signal,
    });
    handle = file.handle;
    end();
    signal.throwIfAborted();
    const shelved = room.put(id, file);
    handle = null;
    for (const { arrive } of waiting) arrive(hold(shelved, false));
    shelved.settle();
  } catch (error) {
    end();
    room.give();
    await handle?.close();
    for (const { leave } of [...waiting]) leave(signal.aborted ? signal.reason : error);
  }
}

const hold = (shelved: Shelved, isFound: boolean): HeldFile => ({
  file: shelved.file,
  isFound,
  requireKept: shelved.requireKept,
  end: shelved.hold(),
});

/** Waits until a file is made, while the caller is there and may have it. */
const waitFor = (making: Making, { signal, check }: Wanted): Promise<HeldFile> =>
  new Promise((resolve, reject) => {
    const stepOut = (): void => {
      clearInterval(timer);
      signal.removeEventListener('abort', abort);
      making.waiting.delete(waiting);
    };
    const waiting: Waiting = {
      arrive: (held) => {
        stepOut();
        resolve(held);
      },
      leave: (reason) => {
        stepOut();
        reject(reason);
        if (making.waiting.size === 0) making.ending.abort(reason);
      },
      look: async () => {
        try {
          await check();
        } catch (error) {
          waiting.leave(error);
        }
      },
    };
    const abort = (): void => waiting.leave(signal.reason);
    const timer = setInterval(() => void waiting.look(), checkedEveryMs);
    timer.unref();
    signal.addEventListener('abort', abort, { once: true });
    making.waiting.add(waiting);
  });

interface Folder {
  path(): Promise<string>;
  remove(): Promise<void>;
}

/** The folder of the spool, made with the first file; a temporary one is removed at the end. */
function openFolder(given: string | undefined): Folder {
  let made: Promise<string> | undefined;
  const make = async (): Promise<string> => {
    if (given === undefined) return mkdtemp(path.join(tmpdir(), 'atrium-spool-'));
    await mkdir(given, { recursive: true, mode: 0o700 });
    return given;
  };
  return {
    path: () => {
      made ??= make();
      return made;
    },
    remove: async () => {
      if (made !== undefined) await rm(await made, { recursive: true, force: true });
    },
  };
}
