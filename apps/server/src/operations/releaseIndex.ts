import type { ReleaseIndex } from '@atrium/contract/wire/adminData';
import type { IndexOnDisk, ReleaseIndexes } from '@atrium/warehouse';
import { releaseName } from '../catalogue/index.ts';
import type { OperationDeps, Watcher } from './operation.ts';

/** A release that is kept, and the one whose data it shares. */
interface KeptRelease {
  readonly release: number;
  readonly dataOf: number | null;
}

/** The index of a release; null where releases have none (rule 16.14). */
export async function lookAtIndex(
  indexes: ReleaseIndexes | undefined,
  { release, dataOf }: KeptRelease,
): Promise<ReleaseIndex | null> {
  const own = (await indexes?.look(releaseName(release))) ?? null;
  if (own === null) return null;
  const found = presentIndex(own);
  // Until it is wanted, nothing says whether it needs an index of its own beside that of its data.
  if (found.state === 'none' && dataOf !== null)
    return lookAtIndex(indexes, { release: dataOf, dataOf: null });
  return found;
}

function presentIndex({ state, bytes, fileBytes, fault }: IndexOnDisk): ReleaseIndex {
  if (state !== 'none') return { state, bytes: bytes ?? fileBytes, fault: null };
  if (fault !== null) return { state: 'failed', bytes: null, fault };
  return { state: fileBytes === null ? 'none' : 'on_disk', bytes: fileBytes, fault: null };
}

const inWords: Readonly<Record<ReleaseIndex['state'], string>> = {
  ready: 'is ready',
  loading: 'is being loaded',
  building: 'is being made',
  on_disk: 'is there, and loaded when somebody asks',
  none: 'is missing, and made when somebody asks',
  too_large: 'does not fit into the memory for indexes',
  failed: 'could not be made',
};

/** The index of a release as a sentence. */
export const describeIndex = ({ state, bytes, fault }: ReleaseIndex): string => {
  const size = bytes === null ? '' : ` (${(bytes / 1e6).toFixed(1)} MB)`;
  return `Its index ${inWords[state]}${size}${fault === null ? '.' : `: ${fault}`}`;
};

/**
 * Lines about the index of a release that was just made. A process that ends with its work waits for the index, and leaves
 * it to the portal where it is stopped: the release is live.
 */
export async function finishIndex(
  { indexes, endsWithWork = false }: Pick<OperationDeps, 'indexes' | 'endsWithWork'>,
  { onProgress, signal }: Pick<Watcher, 'onProgress' | 'signal'>,
): Promise<readonly string[]> {
  if (indexes === undefined || indexes.memory() === null) return [];
  const untilThen = 'until it is there, questions take longer';
  if (!endsWithWork) return [`  Its index is being made; ${untilThen}.`];
  onProgress({ step: 'making the index', detail: null });
  if ((await Promise.race([stopped(signal), indexes.idle()])) === 'stopped')
    return [`  Its index is left to the portal; ${untilThen}.`];
  const fault = indexes.state().find((one) => one.fault !== null)?.fault ?? null;
  return fault === null
    ? ['  Its index is made.']
    : [`  Its index could not be made: ${fault} The portal tries again; ${untilThen}.`];
}

const stopped = (signal: AbortSignal): Promise<'stopped'> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve('stopped');
    else signal.addEventListener('abort', () => resolve('stopped'), { once: true });
  });
