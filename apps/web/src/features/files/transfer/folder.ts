import { z } from 'zod';

/** A folder on the disk of the person, as far as downloads use it; what the File System Access API gives fits. */
export interface Folder {
  readonly name: string;
  getDirectoryHandle(name: string, options: { readonly create: boolean }): Promise<Folder>;
  getFileHandle(name: string, options: { readonly create: boolean }): Promise<FileOnDisk>;
  removeEntry(name: string): Promise<void>;
}

export interface FileOnDisk {
  getFile(): Promise<Blob>;
  createWritable(options: { readonly keepExistingData: boolean }): Promise<FileWriter>;
}

/** Writes beside the file; what was written becomes the file when it is closed, and not before. */
export interface FileWriter {
  write(chunk: Uint8Array<ArrayBuffer>): Promise<void>;
  seek(position: number): Promise<void>;
  truncate(size: number): Promise<void>;
  close(): Promise<void>;
  abort(): Promise<void>;
}

/** A folder that the person chose; whether it may still be written to is asked for after a reload. */
export interface ChosenFolder extends Folder {
  queryPermission?(options: { readonly mode: 'readwrite' }): Promise<string>;
  requestPermission?(options: { readonly mode: 'readwrite' }): Promise<string>;
}

type Picker = (options: { readonly id: string; readonly mode: 'readwrite' }) => Promise<ChosenFolder>;

const pickerOf = z.custom<Picker>((value) => typeof value === 'function');

/** Asks for a folder; undefined where the browser cannot write to the disk. */
export function folderPicker(): (() => Promise<ChosenFolder>) | undefined {
  const picker = pickerOf.safeParse(Reflect.get(window, 'showDirectoryPicker'));
  return picker.success ? () => picker.data({ id: 'atrium-downloads', mode: 'readwrite' }) : undefined;
}

/** Whether the folder may be written to; asks the person where it must. */
export async function mayWriteTo(folder: ChosenFolder): Promise<boolean> {
  const mode = { mode: 'readwrite' } as const;
  if (folder.queryPermission === undefined || folder.requestPermission === undefined) return true;
  if ((await folder.queryPermission(mode)) === 'granted') return true;
  return (await folder.requestPermission(mode)) === 'granted';
}

/** The folder of a file below another one, which is made where it is missing, and the last part of the path. */
export async function openParent(folder: Folder, path: string): Promise<{ parent: Folder; name: string }> {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.' && part !== '..');
  const name = parts.pop() ?? 'file';
  let parent = folder;
  for (const part of parts) parent = await parent.getDirectoryHandle(part, { create: true });
  return { parent, name };
}
