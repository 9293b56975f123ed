const longestMs = 2;

/** Those whose slice is over, in the order in which they came. */
const waiting: (() => void)[] = [];

/** Lets one of them go on in each turn of the event loop. */
function letOneGoOn(): void {
  setImmediate(() => {
    waiting.shift()?.();
    if (waiting.length > 0) letOneGoOn();
  });
}

const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) letOneGoOn();
  });

/** A slice of time on the main thread. */
export interface Slice {
  isOver(): boolean;
  /** Waits for another slice where this one is over. */
  giveWay(): Promise<void>;
}

/**
 * For long work on the main thread: other requests run between two steps. A slice is a few milliseconds, and of all
 * such work one slice is done in each turn of the event loop (rule 8.17).
 */
export function takeSlices(now: () => number = () => performance.now()): Slice {
  let begin = now();
  const isOver = (): boolean => now() - begin >= longestMs;
  return {
    isOver,
    giveWay: async () => {
      if (!isOver()) return;
      await nextSlice();
      begin = now();
    },
  };
}

/** Does work that is made of steps, in slices. */
export async function inSlices<Result>(
  steps: Iterator<unknown, Result, undefined>,
  now?: () => number,
): Promise<Result> {
  const slice = takeSlices(now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await slice.giveWay();
  }
}
