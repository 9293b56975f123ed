import { TooManyRequests } from './tooManyRequests.ts';

/** The slots for downloads of the whole portal. */
export interface ExportSlots {
  /**
   * Takes a slot; the returned function gives it back, once.
   * @throws TooManyRequests where none becomes free in time, or the signal's reason
   */
  take(signal: AbortSignal): Promise<() => void>;
}

interface SlotRules {
  readonly count: number;
  /** How long somebody waits for a slot before the refusal. */
  readonly waitMs: number;
}

const pauseSeconds = 30;

/** Makes the slots; those who wait get one in the order in which they came. */
export function createExportSlots({ count, waitMs }: SlotRules): ExportSlots {
  const line = new Set<() => void>();
  let free = count;
  const giveBack = (): void => {
    const [enter] = line;
    if (enter === undefined) free += 1;
    else enter();
  };
  const waitInLine = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const stepOut = (): void => {
        line.delete(enter);
        clearTimeout(timer);
        signal.removeEventListener('abort', leave);
      };
      const enter = (): void => {
        stepOut();
        resolve();
      };
      const leave = (): void => {
        stepOut();
        reject(signal.reason);
      };
      const timer = setTimeout(() => {
        stepOut();
        const sentence = 'The portal is sending as many files as it can. Please try again in a moment.';
        reject(new TooManyRequests(pauseSeconds, sentence));
      }, waitMs);
      signal.addEventListener('abort', leave, { once: true });
      line.add(enter);
    });

  return {
    take: async (signal) => {
      signal.throwIfAborted();
      if (free > 0) free -= 1;
      else await waitInLine(signal);
      let isTaken = true;
      return () => {
        if (isTaken) giveBack();
        isTaken = false;
      };
    },
  };
}
