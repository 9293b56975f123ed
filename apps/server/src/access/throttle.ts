/** Counts attempts by key and makes a caller wait once there were too many. */
export interface Throttle {
  /** Counts an attempt; returns the whole seconds to wait when there were too many already, else 0. */
  take(key: string): number;
  /** Uncounts one attempt, which succeeded. */
  giveBack(key: string): void;
  /** Forgets all attempts of a key. */
  forget(key: string): void;
}

export interface ThrottleRules {
  readonly clock: () => Date;
  readonly attempts: number;
  readonly windowMs: number;
}

interface Window {
  readonly endsAt: number;
  count: number;
}

const mostKeys = 20_000;

/** Attempts are counted before they are judged, so that many at once do not slip through. In memory, per process. */
export function createThrottle({ clock, attempts, windowMs }: ThrottleRules): Throttle {
  const windows = new Map<string, Window>();

  const open = (key: string, now: number): Window => {
    if (windows.size >= mostKeys) dropOld(windows, now);
    const window = { endsAt: now + windowMs, count: 0 };
    windows.delete(key);
    windows.set(key, window);
    return window;
  };
  return {
    take: (key) => {
      const now = clock().getTime();
      const held = windows.get(key);
      const window = held === undefined || held.endsAt <= now ? open(key, now) : held;
      if (window.count >= attempts) return Math.ceil((window.endsAt - now) / 1000);
      window.count += 1;
      return 0;
    },
    giveBack: (key) => {
      const window = windows.get(key);
      if (window !== undefined && window.count > 0) window.count -= 1;
    },
    forget: (key) => {
      windows.delete(key);
    },
  };
}

/** Windows stand in the order of their ends, so the oldest go first. */
function dropOld(windows: Map<string, Window>, now: number): void {
  for (const [key, window] of windows) {
    if (window.endsAt > now && windows.size < mostKeys) return;
    windows.delete(key);
  }
}
