import { PackageRefused } from '@atrium/warehouse';
import { z } from 'zod';
import { type Portals, takeInTurn } from '../../portals/index.ts';
import { describeAgain } from './describeUploads.ts';
import type { DraftState, DraftStore } from './draftStore.ts';

interface Step {
  readonly step: string;
  readonly detail: string | null;
}

type Readings = DraftState['describedWith'];

interface Running {
  readonly given: Readings;
  readonly stopping: AbortController;
  progress: Step;
  readonly done: Promise<void>;
}

/**
 * Reads files again in the background: of several changes in a row only the last counts (rule 10.46). One portal at a
 * time does it for a draft; another that is asked waits, and does what is left to do then.
 */
export interface DraftWork {
  /** Changes what is stored, and ends work on what it was before, also in other portals. */
  update(id: string, change: (before: DraftState) => DraftState): Promise<DraftState>;
  /** Ends all work on the files of a draft, and does something with them that nobody else does meanwhile. */
  replace(id: string, signal: AbortSignal, act: () => Promise<void>): Promise<void>;
  /**
   * Describes a draft around what was decided, unless that is being done, and waits for a moment, so that little work is
   * answered at once.
   */
  begin(id: string, given: Readings): Promise<void>;
  stop(id: string): void;
  progressOf(id: string): Step | null;
  close(): Promise<void>;
}

interface Describing {
  readonly given: Readings;
  readonly signal: AbortSignal;
  readonly onStep: (step: Step) => void;
}

interface WorkDeps {
  readonly store: DraftStore;
  readonly folderOf: (id: string) => string;
  readonly portals: Pick<Portals, 'take' | 'send' | 'listen'>;
  readonly onFault: (error: unknown) => void;
}

const maxWaitMs = 1500;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the description is another than that of the decisions, and may still become it. */
export const isOutdated = ({ decisions, describedWith, failure, isConverted }: DraftState): boolean => {
  const readings = decisions.readings ?? {};
  return !isConverted && !isSame(readings, describedWith) && !isSame(readings, failure?.readings);
};

/** What portals tell each other about a draft: its work was changed, is to end, or has come so far. */
const messageForm = z.union([
  z.object({ id: z.string(), change: z.enum(['decisions', 'files']) }),
  z.object({ id: z.string(), progress: z.object({ step: z.string(), detail: z.string().nullable() }) }),
]);
const maxDetail = 500;

export function createDraftWork(deps: WorkDeps): DraftWork {
  const { store, portals, onFault } = deps;
  const running = new Map<string, Running>();
  const alone = async (id: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> => {
    const free = await takeInTurn(portals, `draft ${id}`, signal);
    try {
      await act();
    } finally {
      await free();
    }
  };
  const stop = (id: string): void => {
    running.get(id)?.stopping.abort(new Error('The files are read in another way.'));
    running.delete(id);
  };
  const start = (id: string, given: Readings): Running => {
    stop(id);
    const stopping = new AbortController();
    const { signal } = stopping;
    const onStep = (step: Step) => {
      if (step.step !== one.progress.step)
        portals.send('draft', {
          id,
          progress: { ...step, detail: step.detail?.slice(0, maxDetail) ?? null },
        });
      one.progress = step;
    };
    const one: Running = {
      given,
      stopping,
      progress: { step: 'beginning', detail: null },
      done: Promise.resolve()
        .then(() => alone(id, signal, () => describe(deps, id, { given, signal, onStep })))
        .catch((error: unknown) => {
          if (!signal.aborted) onFault(error);
        })
        .finally(() => running.get(id) === one && running.delete(id)),
    };
    running.set(id, one);
    return one;
  };
  const stopUnwanted = async (id: string): Promise<void> => {
    const one = running.get(id);
    if (one !== undefined && !isWanted(await store.load(id), one.given) && running.get(id) === one) stop(id);
  };
  const endListening = portals.listen('draft', (content) => {
    const message = messageForm.safeParse(content).data;
    if (message === undefined) return;
    const one = running.get(message.id);
    if (one === undefined) return;
    if ('progress' in message) one.progress = message.progress;
    else if (message.change === 'files') stop(message.id);
    else stopUnwanted(message.id).catch(onFault);
  });
  return {
    update: async (id, change) => {
      const state = await store.update(id, change);
      portals.send('draft', { id, change: 'decisions' });
      return state;
    },
    replace: async (id, signal, act) => {
      stop(id);
      portals.send('draft', { id, change: 'files' });
      await alone(id, signal, act);
    },
    stop,
    progressOf: (id) => running.get(id)?.progress ?? null,
    begin: async (id, given) => {
      const before = running.get(id);
      const one = before !== undefined && isSame(before.given, given) ? before : start(id, given);
      await Promise.race([one.done, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    },
    close: async () => {
      endListening();
      const all = [...running.values()];
      for (const { stopping } of all) stopping.abort(new Error('The portal is stopping.'));
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

const isWanted = (state: DraftState, given: Readings): boolean =>
  isOutdated(state) && isSame(state.decisions.readings ?? {}, given);

async function describe(
  { store, folderOf, onFault }: WorkDeps,
  id: string,
  { given, signal, onStep }: Describing,
): Promise<void> {
  const onProgress = (step: string, detail: string | null) => onStep({ step, detail });
  const begun = await store.load(id);
  // Another portal has done it meanwhile, or something else is wanted.
  if (!isWanted(begun, given)) return;
  const ifStill = (change: (before: DraftState) => DraftState) =>
    store.update(id, (before) =>
      isWanted(before, given) && isSame(before.files, begun.files) ? change(before) : before,
    );
  try {
    const { files: _, ...described } = await describeAgain({
      folder: folderOf(id),
      given,
      signal,
      onProgress,
    });
    await ifStill((before) => ({
      ...before,
      ...described,
      descriptor: withName(described.descriptor, before.descriptor),
      describedWith: given,
      failure: null,
    }));
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof PackageRefused)) onFault(error);
    const text =
      error instanceof PackageRefused ? error.problems.join('; ') : 'The files could not be read so.';
    await ifStill((before) => ({ ...before, failure: { readings: given, text } }));
  }
}

function withName(descriptor: DraftState['descriptor'], before: DraftState['descriptor']) {
  const isRecord = (value: DraftState['descriptor']): value is Record<string, DraftState['descriptor']> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord(descriptor) && isRecord(before)
    ? { ...descriptor, name: before['name'] ?? null }
    : descriptor;
}
