import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { type GreedyCall, greedyWorks } from './greedyWork.ts';
import { ask, type HardQuestion, prepare } from './hardQuestions.ts';
import { signIn } from './portal.ts';

/** What the process asks, and where: a hard question, or the name of greedy work. */
export interface HardAsking {
  readonly address: string;
  readonly password: string;
  readonly what: HardQuestion | { readonly greedyWork: string };
}

const questionsAtOnce = 6;
const eachAtOnce = 4;

/**
 * A process of `bench/fairness.ts`: one account that asks the same calls again and again, several at once. Reports when
 * it has begun; ends on a message.
 */
const [asking] = await once(process, 'message');
const { address, password, what }: HardAsking = asking;
const stop = new AbortController();
const calls = 'greedyWork' in what ? await callsOfWork(what.greedyWork) : await callsOfQuestion(what);
process.once('message', () => stop.abort());
// Whoever began it is gone.
process.once('disconnect', () => process.exit());
process.send?.('asking');
await Promise.all(calls.map((call) => askOnAndOn(call, stop.signal)));
process.exit();

/** A question, and downloads where it is a table. */
async function callsOfQuestion(question: HardQuestion): Promise<readonly GreedyCall[]> {
  const call = await signIn(address, { username: question.account, password });
  await prepare(call, question);
  const paths = Array.from({ length: questionsAtOnce }, () => question.ask);
  const downloads = question.kind === 'table_def' ? 3 : 0;
  for (let one = 0; one < downloads; one += 1) paths.push('default/query_tools/export_csv/');
  return paths.map((path) => async (signal) => (await ask(call, path, signal)).status);
}

async function callsOfWork(name: string): Promise<readonly GreedyCall[]> {
  const work = greedyWorks.find((one) => one.name === name);
  if (work === undefined) throw new Error(`There is no work ${name}.`);
  const call = await signIn(address, { username: 'researcher', password });
  const begun = await work.begin({ call, address });
  return begun.flatMap((one) => Array.from({ length: eachAtOnce }, () => one));
}

async function askOnAndOn(call: GreedyCall, signal: AbortSignal): Promise<void> {
  // Node's fetch now and then does not settle when its signal is aborted while it reads.
  const stopped = once(signal, 'abort').then(() => 200);
  while (!signal.aborted) {
    try {
      const status = await Promise.race([call(signal), stopped]);
      if (status !== 200) await pause(200, undefined, { signal });
    } catch {
      // The bench ended the call, or the portal broke the download off.
      await pause(50);
    }
  }
}
