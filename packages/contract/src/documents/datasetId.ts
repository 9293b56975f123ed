import { generalPaths } from './siteConfiguration.ts';

const form = /^[A-Za-z0-9_-]{1,60}$/;
const longest = 60;

/** First segments of paths of calls and pages, which no dataset can have as its id (rule 9.8). */
const reserved: readonly string[] = [...generalPaths, 'auth', 'catalogue', 'fdp', 'version'];

/**
 * Why a text cannot be the id of a dataset in paths; null where it can.
 * @param appSegment the path segment of the installation's own calls, where it is known (rule 9.19)
 */
export function objectToDatasetId(id: string, appSegment?: string): string | null {
  if (!form.test(id)) return 'letters, digits, _ and - only, at least one and at most 60';
  if (reserved.includes(id.toLowerCase())) return 'the word is reserved';
  if (id.toLowerCase() === appSegment) return 'the calls of this installation begin with the word';
  return null;
}

interface Proposal {
  readonly appSegment?: string | undefined;
  /** Ids of other datasets, in lower case. */
  readonly taken?: ReadonlySet<string>;
}

/** An id for a dataset that is called so: the name itself, or with an ending where it is reserved or taken (rule 10.45). */
export function proposeDatasetId(name: string, { appSegment, taken = new Set() }: Proposal = {}): string {
  const stem = name.slice(0, longest) || 'data';
  const isFree = (id: string): boolean =>
    objectToDatasetId(id, appSegment) === null && !taken.has(id.toLowerCase());
  if (isFree(stem)) return stem;
  const ending = (end: string): string => `${stem.slice(0, longest - end.length)}${end}`;
  const named = ending('_data');
  if (objectToDatasetId(stem, appSegment) !== null && isFree(named)) return named;
  for (let number = 2; ; number += 1) {
    const id = ending(`_${number}`);
    if (isFree(id)) return id;
  }
}
