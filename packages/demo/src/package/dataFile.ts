import { readFileSync } from 'node:fs';

/** The text of a file in the folder `data` of this package. */
export const dataFile = (name: string): string =>
  readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8');
