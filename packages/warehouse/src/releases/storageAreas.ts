import { isAddress } from '../package/packageSource.ts';
import { copiedFolder } from './copiedFiles.ts';

/** A part of the storage that belongs to a dataset beside its own folder. */
export interface StorageArea {
  readonly dataset: string;
  /** The beginning of a path below the storage root, or of an https address; ends with `/`, or is empty for all paths. */
  readonly below: string;
}

/**
 * The dataset to which a place in the storage belongs: a path below the storage root, or an https address. The longest
 * area that the operator has named counts; else the first folder is the dataset's id (rule 13.75). Null for what belongs
 * to nobody: copies of imports, whatever begins with a dot, and what lies in no folder.
 */
export function ownerOf(location: string, areas: readonly StorageArea[]): string | null {
  const isPath = !isAddress(location);
  const [first = '', second] = (isPath ? location : location.replace(/^[^:]+:\/\/[^/]*\//, '')).split('/');
  if (isPath && (first === copiedFolder || first.startsWith('.'))) return null;
  const named = areas
    .filter(({ below }) => isPath === !isAddress(below) && location.startsWith(below))
    .sort((one, other) => other.below.length - one.below.length)[0];
  if (named !== undefined) return named.dataset;
  return second === undefined ? null : first;
}

/** Letters that differ by case or by their Unicode form may be one folder. */
const folded = (text: string): string => text.normalize('NFC').toLowerCase();

/** Why areas cannot be, in a sentence; null where each place has one owner. */
export function areasObjection(areas: readonly StorageArea[]): string | null {
  const named = new Set(areas.map(({ dataset }) => dataset));
  const own = [...named].map((dataset) => ({ dataset, below: `${dataset}/` }));
  const claims = [...areas, ...own].map((area) => ({ ...area, folded: folded(area.below) }));
  for (const one of claims) {
    const other = claims.find(
      ({ dataset, below, folded: start }) =>
        dataset !== one.dataset && isAddress(below) === isAddress(one.below) && start.startsWith(one.folded),
    );
    if (other !== undefined)
      return `"${one.below}" of ${one.dataset} holds "${other.below}", which is that of ${other.dataset}`;
  }
  return null;
}
