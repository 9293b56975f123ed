import { PackageRefused } from '@atrium/warehouse';
import { describeAgain } from './describeUploads.ts';
import { type DraftState, loadDraft, saveDraft } from './draftFiles.ts';

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

/** Reads files again in the background: of several changes in a row only the last counts (rule 10.46). */
export interface DraftWork {
  /** Changes what is stored; changes of one draft follow one another. */
  update(id: string, change: (before: DraftState) => DraftState): Promise<DraftState>;
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
  readonly folderOf: (id: string) => string;
  readonly onFault: (error: unknown) => void;
}

const maxWaitMs = 1500;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Whether the description is another than that of the decisions, and may still become it. */
export const isOutdated = ({ decisions, describedWith, failure, isConverted }: DraftState): boolean => {
  const readings = decisions.readings ?? {};
  return !isConverted && !isSame(readings, describedWith) && !isSame(readings, failure?.readings);
};

export function createDraftWork({ folderOf, onFault }: WorkDeps): DraftWork {
  const running = new Map<string, Running>();
  const turns = new Map<string, Promise<unknown>>();
  const update: DraftWork['update'] = (id, change) => {
    const turn = (turns.get(id) ?? Promise.resolve()).then(async () => {
      const state = change(await loadDraft(folderOf(id)));
      await saveDraft(folderOf(id), state);
      return state;
    });
    const ended = turn.catch(() => {});
    turns.set(id, ended);
    void ended.then(() => turns.get(id) === ended && turns.delete(id));
    return turn;
  };
  const describe = async (id: string, { given, signal, onStep }: Describing): Promise<void> => {
    const onProgress = (step: string, detail: string | null) => onStep({ step, detail });
    const ifStill = (change: (before: DraftState) => DraftState) =>
      update(id, (before) => (isSame(before.decisions.readings ?? {}, given) ? change(before) : before));
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
  };
  const stop = (id: string): void => {
    running.get(id)?.stopping.abort(new Error('The files are read in another way.'));
    running.delete(id);
  };
  const start = (id: string, given: Readings): Running => {
    stop(id);
    const stopping = new AbortController();
    const onStep = (step: Step) => {
      one.progress = step;
    };
    const one: Running = {
      given,
      stopping,
      progress: { step: 'beginning', detail: null },
      done: Promise.resolve()
        .then(() => describe(id, { given, signal: stopping.signal, onStep }))
        .catch(onFault)
        .finally(() => running.get(id) === one && running.delete(id)),
    };
    running.set(id, one);
    return one;
  };
  return {
    update,
    stop,
    progressOf: (id) => running.get(id)?.progress ?? null,
    begin: async (id, given) => {
      const before = running.get(id);
      const one = before !== undefined && isSame(before.given, given) ? before : start(id, given);
      await Promise.race([one.done, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
    },
    close: async () => {
      const all = [...running.values()];
      for (const { stopping } of all) stopping.abort(new Error('The portal is stopping.'));
      await Promise.all(all.map(({ done }) => done));
    },
  };
}

function withName(descriptor: DraftState['descriptor'], before: DraftState['descriptor']) {
  const isRecord = (value: DraftState['descriptor']): value is Record<string, DraftState['descriptor']> =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord(descriptor) && isRecord(before)
    ? { ...descriptor, name: before['name'] ?? null }
    : descriptor;
}
