/** The parts of a browser page that reloading needs. */
export interface Page {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  readonly history: Pick<History, 'state' | 'replaceState'>;
  readonly reload: () => void;
  readonly now: () => number;
}

/** Decides whether the page is loaded anew after a failed call; true means that it is about to go. */
export interface Reloads {
  readonly afterSignedOut: () => boolean;
  readonly afterNetworkFailure: () => boolean;
}

const lastReloadKey = 'atrium-last-reload';
const throttleMilliseconds = 60_000;
const mostReloads = 3;

function reloadsSoFar(state: unknown): number {
  const counted = typeof state === 'object' && state !== null && 'reloads' in state ? state.reloads : 0;
  return typeof counted === 'number' ? counted : 0;
}

/**
 * A call answered 401 reloads the page at most once a minute; a network failure reloads it up to three times in one
 * history entry (specification sections 7 and 9). Calls that fail together count as one.
 */
export function createReloads(page: Page): Reloads {
  let leaving = false;
  const leave = (): true => {
    leaving = true;
    page.reload();
    return true;
  };
  return {
    afterSignedOut() {
      if (leaving) return true;
      const last = Number(page.storage.getItem(lastReloadKey) ?? Number.NEGATIVE_INFINITY);
      if (page.now() - last < throttleMilliseconds) return false;
      page.storage.setItem(lastReloadKey, String(page.now()));
      return leave();
    },
    afterNetworkFailure() {
      if (leaving) return true;
      const reloads = reloadsSoFar(page.history.state);
      if (reloads >= mostReloads) return false;
      page.history.replaceState({ ...page.history.state, reloads: reloads + 1 }, '');
      return leave();
    },
  };
}
