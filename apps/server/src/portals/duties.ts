/** Ends work and waits for what it is doing. */
export type End = () => Promise<void>;

/** Work that one process of an installation does at a time: what is due by date, mail, back-ups. */
export interface Duties {
  /**
   * Does the work as long as it is for this process to do; `start` is called again where it comes back to this process.
   * The returned function ends it for good.
   */
  add(name: string, start: () => Promise<End>): Promise<End>;
}

/** Of the only process: its work begins at once, and what prevents it prevents the caller. */
export const dutiesAlone: Duties = { add: (_name, start) => start() };

interface Duty {
  readonly name: string;
  readonly start: () => Promise<End>;
  end: End | null;
  /** What is being started or ended. */
  turn: Promise<void>;
  failedAt: number;
}

export interface LedDuties extends Duties {
  /** Begins all work, or ends it and waits for its end. May be called again and again. */
  lead(leads: boolean): Promise<void>;
}

/** Work that could not be begun is begun again after this time. */
const pauseMs = 30_000;

/** The work of whichever process leads. */
export function createLedDuties(onFault: (name: string, error: unknown) => void): LedDuties {
  const all = new Set<Duty>();
  let leads = false;
  const adjust = (duty: Duty): Promise<void> => {
    duty.turn = duty.turn.then(async () => {
      const isWanted = leads && all.has(duty);
      try {
        if (!isWanted) await takeEnd(duty)?.();
        else if (duty.end === null && performance.now() - duty.failedAt >= pauseMs)
          duty.end = await duty.start();
      } catch (error) {
        duty.failedAt = performance.now();
        onFault(duty.name, error);
      }
    });
    return duty.turn;
  };
  return {
    add: async (name, start) => {
      const duty: Duty = {
        name,
        start,
        end: null,
        turn: Promise.resolve(),
        failedAt: Number.NEGATIVE_INFINITY,
      };
      all.add(duty);
      await adjust(duty);
      return () => {
        all.delete(duty);
        return adjust(duty);
      };
    },
    lead: async (now) => {
      leads = now;
      await Promise.all([...all].map(adjust));
    },
  };
}

function takeEnd(duty: Duty): End | null {
  const { end } = duty;
  duty.end = null;
  return end;
}
