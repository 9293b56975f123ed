import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ name: z.literal('@atrium/server'), version: z.string() });

/** The version in the server's package.json, which is beside the sources, and two folders above those of the build. */
export function softwareVersion(): string {
  for (const location of ['../../package.json', '../../../package.json']) {
    const read = manifest.safeParse(readJson(new URL(location, import.meta.url)));
    if (read.success) return read.data.version;
  }
  throw new Error('The package.json of the server is missing.');
}

function readJson(location: URL): unknown {
  try {
    return JSON.parse(readFileSync(location, 'utf8'));
  } catch {
    return undefined;
  }
}
