import { currentQuestion, othersComeFirst, type Question } from './question.ts';
import { fairSemaphores, type Permit } from './semaphore.ts';

const maxSliceMs = 2;
/** Long work waits no longer than this each time for short requests of others. */
const maxWaitMs = 200;

interface Waiting {
  readonly question: Question | undefined;
  readonly since: number;
  readonly isHeld: boolean;
  readonly goOn: () => void;
}

/** Those whose slice is over, in the order in which they came. */
const waiting: Waiting[] = [];

/** Lets one of them go on in each turn of the event loop, unless each of them waits for short requests of others. */
function letOneGoOn(): void {
  const latest = performance.now() - maxWaitMs;
  const index = waiting.findIndex(({ question, since }) => since <= latest || !othersComeFirst(question));
  const [next] = index === -1 ? [] : waiting.splice(index, 1);
  if (next?.question !== undefined && next.isHeld) next.question.waitedMs += performance.now() - next.since;
  next?.goOn();
  if (waiting.length === 0) return;
  if (next === undefined) setTimeout(letOneGoOn, 1);
  else setImmediate(letOneGoOn);
}

const nextSlice = (): Promise<void> =>
  new Promise((resolve) => {
    const question = currentQuestion();
    waiting.push({ question, since: performance.now(), isHeld: othersComeFirst(question), goOn: resolve });
    if (waiting.length === 1) setImmediate(letOneGoOn);
  });

/** Waits while short requests of callers who ask less are under way; otherwise goes on at once. */
export const letOthersPass = async (): Promise<void> => {
  if (othersComeFirst(currentQuestion())) await nextSlice();
};

/** A slice of time on the main thread. */
export interface TimeSlice {
  isOver(): boolean;
  /** Waits for another slice where this one is over. */
  giveWay(): Promise<void>;
}

/**
 * For long work on the main thread: other requests run between two steps. A slice is a few milliseconds, and of all
 * such work one slice is done in each turn of the event loop (rule 8.17), while no account that asks less has just begun
 * a request (rule 8.32).
 */
export function takeTimeSlices(now: () => number = () => performance.now()): TimeSlice {
  let begin = now();
  const isOver = (): boolean => now() - begin >= maxSliceMs;
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
export async function inTimeSlices<Result>(
  steps: Iterator<unknown, Result, undefined>,
  now?: () => number,
): Promise<Result> {
  const slice = takeTimeSlices(now);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await slice.giveWay();
  }
}

/**
 * Turns with something of which there is one: each caller who waits has one, then each has another (rule 8.32). Work
 * of the portal itself counts as that of one more caller.
 */
export function callersInTurn(): () => Promise<Permit> {
  const turns = fairSemaphores.create({ atOnce: 1 });
  return async () => {
    await letOthersPass();
    return turns.take({ asker: currentQuestion()?.caller, isPatient: true });
  };
}
