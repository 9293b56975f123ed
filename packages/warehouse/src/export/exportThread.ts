import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { FileTask } from '../formats/filePiece.ts';
import { writeFile } from '../formats/writeFile.ts';
import { toFailure } from '../sql/failure.ts';
import { goBehind } from '../sql/goBehind.ts';
import type { Row } from '../sql/row.ts';
import type { ExportMessage, ExportOrder } from './exportMessages.ts';
import { openRows, type RowSource } from './openRows.ts';

/** What a thread of `exportInThread` does: one file, of which it makes a piece whenever one is wanted. */
async function work(task: FileTask<RowSource>): Promise<void> {
  const port = parentPort;
  if (port === null) throw new Error('This is the work of a thread.');
  goBehind();
  const say = (message: ExportMessage): void =>
    port.postMessage(message, message.kind === 'piece' ? [message.bytes.buffer] : []);
  const orders = receive(port);
  let counted = 0;
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for await (const portion of openRows(task.source, orders.ending)) {
      counted += portion.length;
      yield portion;
    }
  }
  try {
    await orders.next();
    for await (const piece of writeFile(task, rows())) {
      say({ kind: 'piece', ...piece });
      await orders.next();
    }
    say({ kind: 'end', rows: counted });
  } catch (error) {
    say({ kind: 'failed', failure: toFailure(error) });
  }
}

/** The orders of the other side; after an `end` no more pieces are wanted. */
function receive(port: MessagePort) {
  const ending = new AbortController();
  let wanted = 0;
  let wake = (): void => {};
  port.on('message', (order: ExportOrder) => {
    if (order === 'end') ending.abort(new Error('The export was ended.'));
    else wanted += 1;
    wake();
  });
  return {
    ending: ending.signal,
    /** Resolves when another piece is wanted. */
    next: async (): Promise<void> => {
      while (wanted === 0 && !ending.signal.aborted) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      ending.signal.throwIfAborted();
      wanted -= 1;
    },
  };
}

await work(workerData);
// Without this, a connection to a silent server would keep the thread alive without end.
process.exit();
