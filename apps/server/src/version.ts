import { readFileSync } from 'node:fs';
import { z } from 'zod';

const manifest = z.object({ name: z.literal('@atrium/server'), version: z.string() });

/** The version in the server's package.json, which lies one folder above the sources and two above the build. */
export function readVersion(): string {
  for (const place of ['../package.json', '../../package.json']) {
    const read = manifest.safeParse(readJson(new URL(place, import.meta.url)));
    if (read.success) return read.data.version;
  }
  throw new Error('The package.json of the server is missing.');
}

function readJson(place: URL): unknown {
  try {
    return JSON.parse(readFileSync(place, 'utf8'));
  } catch {
    return undefined;
  }
}
