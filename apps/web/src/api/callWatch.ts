/** How a call ended, for the analytics (rule 11.4). */
export interface EndedCall {
  /** Without the query. */
  readonly path: string;
  readonly outcome: '200' | '<400' | '401' | '>400' | 'failed';
  readonly seconds: number;
}

const listeners = new Set<(received: EndedCall) => void>();

/** Calls the listener for every call from now on; returns a function that ends it. */
export function watchCalls(listener: (received: EndedCall) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function outcomeOf({ status }: Response): EndedCall['outcome'] {
  if (status === 200 || status === 401) return `${status}`;
  return status < 400 ? '<400' : '>400';
}

const isCancelled = (init: RequestInit): boolean => init.signal?.aborted ?? false;

/** Fetches, and reports to the listeners how the call ended; a call that was given up is not reported. */
export async function watched(url: string, init: RequestInit): Promise<Response> {
  const begun = performance.now();
  const tell = (outcome: EndedCall['outcome']) => {
    const path = new URL(url, window.location.origin).pathname;
    const seconds = (performance.now() - begun) / 1000;
    for (const listener of listeners) listener({ path, outcome, seconds });
  };
  try {
    const response = await fetch(url, init);
    tell(outcomeOf(response));
    return response;
  } catch (cause) {
    if (!isCancelled(init)) tell('failed');
    throw cause;
  }
}
