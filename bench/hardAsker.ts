import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { ask, type HardQuestion, prepare } from './hardQuestions.ts';
import { type Call, signIn } from './portal.ts';

/** What the process asks, and where. */
export interface HardAsking {
  readonly address: string;
  readonly password: string;
  readonly question: HardQuestion;
}

/**
 * A process of `bench/fairness.ts`: one account that asks a hard question six times at once, again and again, and
 * downloads where it is a table. Reports when it has begun; ends on a message.
 */
const [asking] = await once(process, 'message');
const { address, password, question }: HardAsking = asking;
const stop = new AbortController();
const call = await signIn(address, { username: question.account, password });
await prepare(call, question);
process.once('message', () => stop.abort());
process.send?.('asking');
const calls = Array.from({ length: 6 }, () => question.ask);
const downloads = question.kind === 'table_def' ? 3 : 0;
for (let one = 0; one < downloads; one += 1) calls.push('default/query_tools/export_csv/');
await Promise.all(calls.map((what) => askOnAndOn(call, what, stop.signal)));
process.exit();

async function askOnAndOn(call: Call, what: string, signal: AbortSignal): Promise<void> {
  // Node's fetch now and then does not settle when its signal is aborted while it reads.
  const stopped = once(signal, 'abort').then(() => ({ status: 200 }));
  while (!signal.aborted) {
    try {
      const { status } = await Promise.race([ask(call, what, signal), stopped]);
      if (status !== 200) await pause(200, undefined, { signal });
    } catch {
      // The bench ended the call, or the portal broke the download off.
      await pause(50);
    }
  }
}
