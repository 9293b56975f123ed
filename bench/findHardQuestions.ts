import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, drawQuestion, prepare, readConcepts } from './hardQuestions.ts';
import { serve, signIn } from './portal.ts';

/**
 * Looks for questions that take long: `npx tsx bench/findHardQuestions.ts [minutes] [first number]`. Draws tables,
 * filters, cross-tabs and lists of values of the demo dataset, asks each alone, and writes to
 * `bench/hardQuestions.json` the numbers of the two slowest of each kind, and of the two that keep the main thread busy
 * longest. `bench/fairness.ts` finds them there. Needs Linux.
 */
const minutes = Number(process.argv[2] ?? 30);
const first = Number(process.argv[3] ?? 1);
const keptOfKind = 2;

interface Found {
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly account: string;
  readonly status: number;
  readonly ms: number;
  /** CPU time in the main thread. */
  readonly threadMs: number;
}

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
const portal = await serve(folder, [], { ATRIUM_RATE_LIMITS: 'off' });
try {
  const password = 'atrium-demo';
  const calls = {
    researcher: await signIn(portal.address, { username: 'researcher', password }),
    analyst: await signIn(portal.address, { username: 'analyst', password }),
  };
  const concepts = await readConcepts(calls.researcher);
  const findings = new Map<string, { slowest: readonly Found[]; holding: readonly Found[] }>();
  const end = performance.now() + minutes * 60_000;
  let number = first;
  for (; performance.now() < end; number += 1) {
    const question = drawQuestion(concepts, number);
    const { name, kind, account } = question;
    await prepare(calls[account], question);
    const before = await mainThreadMs(portal.pid);
    const { ms, status } = await ask(calls[account], question.ask);
    const threadMs = Math.round((await mainThreadMs(portal.pid)) - before);
    const found = { number, name: name.slice(0, 300), kind, account, status, ms: Math.round(ms), threadMs };
    const { slowest, holding } = findings.get(`${kind} ${account}`) ?? { slowest: [], holding: [] };
    findings.set(`${kind} ${account}`, {
      slowest: [...slowest, found].toSorted((a, b) => b.ms - a.ms).slice(0, keptOfKind),
      holding: [...holding, found].toSorted((a, b) => b.threadMs - a.threadMs).slice(0, keptOfKind),
    });
  }
  const kept = [...findings.values()].flatMap(({ slowest, holding }) => [
    ...new Set([...slowest, ...holding]),
  ]);
  await writeFile(path.join(import.meta.dirname, 'hardQuestions.json'), `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`${number - first} questions asked; the slowest:`);
  for (const { ms, threadMs, status, name } of kept)
    console.log(
      `${String(ms).padStart(7)} ms  ${String(threadMs).padStart(5)} ms in the thread  ${status}  ${name}`,
    );
} finally {
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
}

async function mainThreadMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/task/${pid}/schedstat`, 'utf8')).split(' ');
  return Number(nanoseconds) / 1e6;
}
