/** Where the bytes of a download wait until the file is complete. */
export interface Spool {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  /** The whole file; nothing may be written after it. */
  finish(): Promise<Blob>;
  /** Forgets what came so far. */
  discard(): Promise<void>;
}

interface SpoolSettings {
  readonly type: string;
  /** The browser's private folder on disk, where there is one. */
  readonly folder?: () => Promise<FileSystemDirectoryHandle>;
  /** Bytes that may be held in memory. */
  readonly most?: number;
}

const keptInMemory = 4_000_000;
const keptOnDiskMs = 120_000;
const prefix = 'atrium-download-';

/** The private folder of this site; undefined where the browser has none or cannot write to it. */
function privateFolder(): SpoolSettings['folder'] {
  const hasFolder = typeof navigator.storage?.getDirectory === 'function';
  const mayWrite =
    typeof FileSystemFileHandle !== 'undefined' && 'createWritable' in FileSystemFileHandle.prototype;
  return hasFolder && mayWrite ? () => navigator.storage.getDirectory() : undefined;
}

/** A spool that holds little in memory: what is more goes to the disk, or to blobs, which the browser keeps elsewhere. */
export function createSpool({ type, folder = privateFolder(), most = keptInMemory }: SpoolSettings): Spool {
  let held: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  let below: Promise<Below> | undefined;

  const spill = async (): Promise<void> => {
    below ??= openBelow(folder);
    const blob = new Blob(held);
    held = [];
    bytes = 0;
    await (await below).append(blob);
  };
  return {
    write: async (chunk) => {
      held.push(chunk);
      bytes += chunk.byteLength;
      if (bytes >= most) await spill();
    },
    finish: async () => {
      if (below === undefined) return new Blob(held, { type });
      await spill();
      return (await below).close(type);
    },
    discard: async () => {
      held = [];
      await (await below)?.remove();
    },
  };
}

/** The store for bytes that do not fit into the memory. */
interface Below {
  append(blob: Blob): Promise<void>;
  close(type: string): Promise<Blob>;
  remove(): Promise<void>;
}

function inBlobs(): Below {
  const parts: Blob[] = [];
  return {
    append: async (blob) => {
      parts.push(blob);
    },
    close: async (type) => new Blob(parts, { type }),
    remove: async () => {
      parts.length = 0;
    },
  };
}

async function openBelow(folder: SpoolSettings['folder']): Promise<Below> {
  if (folder === undefined) return inBlobs();
  try {
    return await onDisk(await folder());
  } catch {
    // A private window has the folder and refuses it.
    return inBlobs();
  }
}

async function onDisk(folder: FileSystemDirectoryHandle): Promise<Below> {
  await sweep(folder);
  const name = `${prefix}${crypto.randomUUID()}`;
  const file = await folder.getFileHandle(name, { create: true });
  const writable = await file.createWritable();
  const remove = () => folder.removeEntry(name).catch(() => undefined);
  return {
    append: (blob) => writable.write(blob),
    close: async (type) => {
      await writable.close();
      setTimeout(() => void remove(), keptOnDiskMs);
      const stored = await file.getFile();
      return stored.slice(0, stored.size, type);
    },
    remove: async () => {
      await writable.abort().catch(() => undefined);
      await remove();
    },
  };
}

/** Takes away what a closed tab left behind; a file that is being written refuses. */
async function sweep(folder: FileSystemDirectoryHandle): Promise<void> {
  for await (const [name, handle] of folder.entries()) {
    if (!name.startsWith(prefix) || !(handle instanceof FileSystemFileHandle)) continue;
    const { lastModified } = await handle.getFile();
    if (Date.now() - lastModified > keptOnDiskMs) await folder.removeEntry(name).catch(() => undefined);
  }
}

/** Takes away the files of downloads that a closed tab left in the private folder. */
export async function sweepDownloads(folder: SpoolSettings['folder'] = privateFolder()): Promise<void> {
  if (folder === undefined) return;
  await folder()
    .then(sweep)
    .catch(() => undefined);
}
