import type { FileOnDisk, Folder } from '../features/files/transfer/folder.ts';

/** A folder in memory that behaves like one of the browser: what is written is seen when its writer is closed. */
export interface MemoryFolder extends Folder {
  readonly files: Map<string, Uint8Array<ArrayBuffer>>;
  readonly folders: Map<string, MemoryFolder>;
}

export function memoryFolder(name = 'downloads'): MemoryFolder {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const folders = new Map<string, MemoryFolder>();
  return {
    name,
    files,
    folders,
    getDirectoryHandle: async (child) => {
      const held = folders.get(child) ?? memoryFolder(child);
      folders.set(child, held);
      return held;
    },
    getFileHandle: async (child) => {
      if (!files.has(child)) files.set(child, new Uint8Array());
      return fileIn(files, child);
    },
    removeEntry: async (child) => {
      files.delete(child);
    },
  };
}

function fileIn(files: Map<string, Uint8Array<ArrayBuffer>>, name: string): FileOnDisk {
  return {
    getFile: async () => new Blob([files.get(name) ?? new Uint8Array()]),
    createWritable: async ({ keepExistingData }) => {
      let held = keepExistingData ? (files.get(name) ?? new Uint8Array()) : new Uint8Array();
      let position = 0;
      return {
        write: async (chunk) => {
          const next = new Uint8Array(Math.max(held.length, position + chunk.length));
          next.set(held);
          next.set(chunk, position);
          held = next;
          position += chunk.length;
        },
        seek: async (to) => {
          position = to;
        },
        truncate: async (size) => {
          held = held.slice(0, size);
        },
        close: async () => {
          files.set(name, held);
        },
        abort: async () => undefined,
      };
    },
  };
}
