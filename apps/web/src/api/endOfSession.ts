/** Stops the work, and resolves when it has stopped and its state is stored. */
type Stop = () => Promise<unknown>;

const stops = new Set<Stop>();

/** Registers work of this tab, such as a download, to be stopped before the session of the person ends. */
export const beforeSessionEnds = (stop: Stop): void => void stops.add(stop);

const maxMs = 10_000;

/** Stops all work of the session, and waits for it; not for ever, since the page is about to go. */
export async function stopWork(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, maxMs);
  });
  await Promise.race([Promise.allSettled([...stops].map((stop) => stop())), tooLong]);
  clearTimeout(timer);
}

type Listener = () => void;

const listeners = new Set<Listener>();

/** Calls this whenever a call was refused for want of a session; returns a function that ends it. */
export function whenSessionIsLost(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function tellSessionIsLost(): void {
  for (const listener of listeners) listener();
}
