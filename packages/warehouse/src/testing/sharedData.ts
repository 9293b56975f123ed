import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

const shared = resolve(import.meta.dirname, '../../../../../shared/data');

/** A folder of real data beside the repository; where it is missing, null and a message. */
export function sharedData(name: string): string | null {
  const folder = resolve(shared, name);
  if (existsSync(folder)) return folder;
  process.stderr.write(`!!! SKIPPED: ../shared/data/${name} is not here.\n`);
  return null;
}
