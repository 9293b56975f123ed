/** The parts of a browser page that reloading needs. */
export interface Page {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly reload: () => void;
  readonly now: () => number;
  /** Writes a line to the console of the browser. */
  readonly tell: (line: string) => void;
}

/**
 * A page that is still here so long after it was to be loaded anew stays: its reader wants to keep what is typed, or work
 * does not end. Its calls then fail in words instead of waiting for ever (rule 11.2).
 */
export const leavingMilliseconds = 10_000;

/** Loads the page anew after a failed call, if that is allowed; true means that the page is about to be replaced. */
export interface Reloads {
  readonly afterSignedOut: () => boolean;
  readonly afterNetworkFailure: () => boolean;
}

const lastReloadKey = 'atrium-last-reload';
const throttleMilliseconds = 60_000;
const maxReloads = 3;
/** What the console says once the page was loaded anew often enough (rule 11.2). */
export const reloadedInVain = `The page was reloaded ${maxReloads} times and failed. This is possibly a connection issue.`;

function reloadsSoFar(state: unknown): number {
  const counted = typeof state === 'object' && state !== null && 'reloads' in state ? state.reloads : 0;
  return typeof counted === 'number' ? counted : 0;
}

/**
 * False within a minute of the last reload, and also where no time can be stored: such a page would reload without end.
 */
function noteReload({ storage, now }: Page): boolean {
  try {
    const since = now() - Number(storage.getItem(lastReloadKey) ?? Number.NEGATIVE_INFINITY);
    if (since >= 0 && since < throttleMilliseconds) return false;
    storage.setItem(lastReloadKey, String(now()));
    return true;
  } catch {
    return false;
  }
}

/**
 * A call answered 401 reloads the page at most once a minute; a network failure reloads it up to three times in one
 * history entry (rule 11.2). Calls that fail together count as one.
 */
export function createReloads(page: Page): Reloads {
  let leftAt = Number.NEGATIVE_INFINITY;
  let hasGivenUp = false;
  const leave = (): true => {
    leftAt = page.now();
    page.reload();
    return true;
  };
  const isLeaving = (): boolean => page.now() - leftAt < leavingMilliseconds;
  return {
    afterSignedOut() {
      if (isLeaving()) return true;
      return noteReload(page) && leave();
    },
    afterNetworkFailure() {
      if (isLeaving()) return true;
      const reloads = reloadsSoFar(page.history.state);
      if (reloads >= maxReloads) {
        if (!hasGivenUp) page.tell(reloadedInVain);
        hasGivenUp = true;
        return false;
      }
      page.history.replaceState({ ...page.history.state, reloads: reloads + 1 }, '');
      return leave();
    },
  };
}
