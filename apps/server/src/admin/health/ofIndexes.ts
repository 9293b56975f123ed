import { storedReleases } from '../../operations/index.ts';
import { type HeldIndex, listPortals } from '../../portals/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { type Found, facts, good } from './healthParts.ts';
import { bytes } from './inWords.ts';

const inWords: Readonly<Record<HeldIndex['state'], string>> = {
  ready: 'ready',
  loading: 'being loaded',
  building: 'being made',
  none: 'not in memory',
  too_large: 'does not fit',
};

/** The indexes that were wanted since the start (rule 16.14), with those of the other portals (rule 15.69). */
export async function ofIndexes({
  db,
  portals,
  operations,
}: Pick<AdminDeps, 'db' | 'portals' | 'operations'>): Promise<Found> {
  const { indexes } = operations;
  const memory = indexes?.memory() ?? null;
  if (indexes === undefined || memory === null)
    return good('Releases have no indexes: statements answer every question.');
  const { known } = await storedReleases(operations);
  const titleOf = ({ release }: HeldIndex): string => {
    const found = known.find(({ name }) => name === release);
    return found === undefined ? release : `${found.dataset}, release ${found.number}`;
  };
  const all = portals.id === null ? [] : await listPortals(db);
  const others = all.filter(({ id }) => id !== portals.id);
  const own = indexes.state();
  const state = [
    ...own.map((one) => ({ ...one, title: titleOf(one) })),
    ...others.flatMap((other) =>
      other.indexes.map((one) => ({ ...one, title: `${titleOf(one)} (portal ${other.name})` })),
    ),
  ];
  const given = {
    'Memory in use': `${bytes(memory.taken)} of ${bytes(memory.max)}`,
    ...Object.fromEntries(state.map((one) => [one.title, describeIndex(one)])),
  };
  const warning = (sentence: string, advice: string): Found => ({
    ...{ state: 'warning', sentence, advice },
    facts: facts(given),
  });
  const titlesOf = (those: typeof state): string => those.map(({ title }) => title).join('; ');
  const failed = state.filter(({ fault }) => fault !== null);
  if (failed.length > 0)
    return warning(
      `An index could not be made or loaded: ${titlesOf(failed)}.`,
      'Statements answer meanwhile, which takes longer, and the portal tries again by itself. The reason stands beside the release.',
    );
  const large = state.filter((one) => one.state === 'too_large');
  if (large.length > 0)
    return warning(
      `There is too little memory for the index of ${titlesOf(large)}. Statements answer, which takes longer.`,
      'Raise ATRIUM_INDEX_MEMORY if the machine has more memory.',
    );
  return good('No index lacks memory.', given);
}

function describeIndex({ state, bytes: size, fault }: HeldIndex): string {
  if (fault !== null) return fault;
  return size === null ? inWords[state] : `${inWords[state]}, ${bytes(size)}`;
}
