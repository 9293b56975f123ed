/** Stops what it began, and resolves when that is at rest and kept. */
type Stop = () => Promise<unknown>;

const stops = new Set<Stop>();

/** Has work of this tab, such as a download, stopped before the session of its person is over. */
export const beforeSessionEnds = (stop: Stop): void => void stops.add(stop);

const longestMs = 10_000;

/** Stops all work of the session, and waits for it; not for ever, since the page is about to go. */
export async function stopWork(): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, longestMs);
  });
  await Promise.race([Promise.allSettled([...stops].map((stop) => stop())), tooLong]);
  clearTimeout(timer);
}
