import type { ImportStep } from '@atrium/contract/wire/adminData';
import type { ImportQueue } from '../../operations/index.ts';

/** Proxies close a connection on which nothing is sent for a long time. */
const silenceMs = 15_000;

/** How long one connection reports on an import; then the browser opens another. */
const maxMs = 10 * 60_000;

/** How often the log is asked whether an import of another portal is open still. */
const lookMs = 5000;

interface Told {
  readonly id: number;
  readonly signal: AbortSignal;
  /** Whether the import is open in the log. */
  readonly isOpen: () => Promise<boolean>;
}

/** The progress of an import as server-sent events; the last one is `end`, when there is no more to tell. */
export async function* importEvents(
  imports: ImportQueue,
  { id, signal, isOpen }: Told,
): AsyncGenerator<string> {
  const waiting: string[] = [];
  let wake = (): void => {};
  let isOver = false;
  const tell = (text: string): void => {
    waiting.push(text);
    wake();
  };
  const first = imports.progressOf(id);
  if (first !== null) tell(progressEvent(first));
  const finish = (): void => {
    isOver = true;
    wake();
  };
  const stop = imports.watch(id, (progress) => tell(progressEvent(progress)), finish);
  signal.addEventListener('abort', finish, { once: true });
  const beat = setInterval(() => tell(': still here\n\n'), silenceMs);
  const late = setTimeout(finish, maxMs);
  const look = setInterval(() => {
    const lookNow = async () => (await isOpen()) || imports.forget(id);
    void lookNow().catch(finish);
  }, lookMs);
  try {
    yield 'retry: 2000\n\n';
    for (;;) {
      const next = waiting.splice(0).at(-1);
      if (next !== undefined) yield next;
      else if (isOver) break;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    if (!signal.aborted && imports.progressOf(id) === null) yield 'event: end\ndata: {}\n\n';
  } finally {
    clearInterval(beat);
    clearTimeout(late);
    clearInterval(look);
    stop();
  }
}

const progressEvent = ({ step, detail, percent }: ImportStep): string =>
  `event: progress\ndata: ${JSON.stringify({ step, detail, percent })}\n\n`;
