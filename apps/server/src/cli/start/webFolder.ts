import { existsSync } from 'node:fs';
import path from 'node:path';

/** The built web client, beside the server's package; null where none was built. */
export function findWebFolder(): string | null {
  const above = ['../../../..', '../../../../..'].map((up) => path.join(import.meta.dirname, up, 'web/dist'));
  return above.find((folder) => existsSync(path.join(folder, 'index.html'))) ?? null;
}
