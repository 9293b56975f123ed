import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { engineNames } from '@atrium/engine';
import { z } from 'zod';
import { savedState } from '../../database/index.ts';

const sum = { bytes: z.int(), sha256: z.string().regex(/^[0-9a-f]{64}$/) };
/** Below a folder of the back-up or of the data directory; leads nowhere else. */
const relative = z.string().refine((name) => isBelow(name), 'must lead to a file below the folder');

const release = z.strictObject({
  name: z.string().regex(/^release_\d+$/),
  parts: z.array(z.strictObject({ file: z.string().regex(/^[\w.]+$/), rows: z.int().optional(), ...sum })),
});
export type SavedRelease = z.infer<typeof release>;

const keptFile = z.strictObject({ path: relative, ...sum });
export type KeptFile = z.infer<typeof keptFile>;

/** The content of a back-up: every table and file with its count and check sum. */
const manifest = z.strictObject({
  kind: z.literal('atrium backup'),
  /** Of this form of a back-up. */
  form: z.literal(1),
  version: z.string(),
  at: z.iso.datetime(),
  installation: z.uuid(),
  state: savedState,
  warehouse: z.strictObject({ engine: z.enum(engineNames), releases: z.array(release) }),
  /** Files of the data directory. */
  files: z.array(keptFile),
  /** Files that imports copied into the storage; null where they were left out. */
  stored: z.array(keptFile).nullable(),
});
export type Manifest = z.infer<typeof manifest>;

export const manifestFile = (folder: string): string => path.join(folder, 'manifest.json');

/** The parts of a back-up. */
export const backupFolders = (folder: string) => ({
  state: path.join(folder, 'state'),
  warehouse: path.join(folder, 'warehouse'),
  files: path.join(folder, 'home'),
  stored: path.join(folder, 'stored'),
});

/**
 * Loads the manifest of a back-up.
 * @throws PortalError 'conflict' where the folder is no back-up, or not a whole one
 */
export async function loadManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestFile(folder), 'utf8').catch(() => null);
  if (text === null)
    throw new PortalError(
      'conflict',
      `${folder} is no back-up, or not a whole one: it has no manifest.json.`,
    );
  const read = manifest.safeParse(parseJson(text));
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new PortalError(
    'conflict',
    `The manifest.json of ${folder} cannot be used: ${issue?.path.join('.')}: ${issue?.message}`,
  );
}

/** All files below a folder, as paths from it; none where it does not exist. Links to folders are not followed. */
export async function listFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  });
  const found: string[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const isFile = entry.isSymbolicLink()
      ? (await stat(path.join(folder, entry.name))).isFile()
      : entry.isFile();
    if (isFile) found.push(entry.name);
    if (!entry.isDirectory()) continue;
    for (const below of await listFiles(path.join(folder, entry.name))) found.push(`${entry.name}/${below}`);
  }
  return found;
}

function isBelow(name: string): boolean {
  const normal = path.posix.normalize(name);
  return name !== '' && normal === name && !name.startsWith('/') && !name.startsWith('..') && name !== '.';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
