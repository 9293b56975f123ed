import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { releaseName } from '../../catalogue/index.ts';
import { type KnownRelease, readKnownReleases, type Schema } from '../../database/index.ts';

/** The releases of a warehouse beside those that a state database knows. */
export interface Comparison {
  /** All that lie in the warehouse. */
  readonly found: readonly string[];
  /** Those that the state database does not know, or knows as releases of another dataset. */
  readonly foreign: readonly string[];
  /** Those that can be opened, are live in the state database and hold the data of their dataset. */
  readonly live: readonly string[];
  /** Live ones of the state database that are not in the warehouse. */
  readonly missing: readonly string[];
}

/** Names are not enough: every state database begins with `release_1`. Without a database nothing is known. */
export async function compareReleases(warehouse: Warehouse, db: Kysely<Schema> | null): Promise<Comparison> {
  const rows = db === null ? [] : await readKnownReleases(db);
  const known = new Map(rows.map((row) => [releaseName(row.id), row]));
  const found = await warehouse.list();
  const foreign: string[] = [];
  const live: string[] = [];
  for (const release of found) {
    const row = known.get(release);
    const fit = row === undefined ? 'foreign' : await judge(warehouse, release, row);
    if (fit === 'foreign') foreign.push(release);
    if (fit === 'live') live.push(release);
  }
  const missing = [...known].flatMap(([name, { isLive }]) => (isLive && !found.includes(name) ? [name] : []));
  return { found, foreign, live, missing };
}

async function judge(
  warehouse: Warehouse,
  release: string,
  { dataset, isLive }: KnownRelease,
): Promise<'foreign' | 'live' | 'unclear'> {
  if (dataset === null) return 'unclear';
  const held = await warehouse.open(release).catch(() => null);
  if (held === null) return 'unclear';
  if (held.dictionary.datasetId !== dataset) return 'foreign';
  return isLive ? 'live' : 'unclear';
}

/** Whether the warehouse is empty, or shows that it is the one which the state database describes. */
export const belongsTogether = ({ found, foreign, live }: Comparison): boolean =>
  found.length === 0 || (foreign.length === 0 && live.length > 0);
