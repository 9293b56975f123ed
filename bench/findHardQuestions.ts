import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ask, drawQuestion, prepare, readConcepts } from './hardQuestions.ts';
import { serve, signIn } from './portal.ts';

/**
 * Looks for questions that take long: `npx tsx bench/findHardQuestions.ts [minutes] [first number]`. Draws tables,
 * filters, cross-tabs and lists of values of the demo dataset, asks each alone, and writes the numbers of the three
 * slowest of each kind to `bench/hardQuestions.json`, where `bench/fairness.ts` finds them.
 */
const minutes = Number(process.argv[2] ?? 30);
const first = Number(process.argv[3] ?? 1);
const keptOfKind = 3;

interface Found {
  readonly number: number;
  readonly name: string;
  readonly kind: string;
  readonly account: string;
  readonly status: number;
  readonly ms: number;
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
  const slowest = new Map<string, Found[]>();
  const end = performance.now() + minutes * 60_000;
  let number = first;
  for (; performance.now() < end; number += 1) {
    const question = drawQuestion(concepts, number);
    const { name, kind, account } = question;
    await prepare(calls[account], question);
    const { ms, status } = await ask(calls[account], question.ask);
    const group = `${kind} ${account}`;
    const found = { number, name: name.slice(0, 300), kind, account, status, ms: Math.round(ms) };
    const best = [...(slowest.get(group) ?? []), found].toSorted((a, b) => b.ms - a.ms).slice(0, keptOfKind);
    slowest.set(group, best);
  }
  const kept = [...slowest.values()].flat();
  await writeFile(path.join(import.meta.dirname, 'hardQuestions.json'), `${JSON.stringify(kept, null, 2)}\n`);
  console.log(`${number - first} questions asked; the slowest:`);
  for (const { ms, status, name } of kept) console.log(`${String(ms).padStart(7)} ms  ${status}  ${name}`);
} finally {
  await portal.stop();
  await rm(folder, { recursive: true, force: true });
}
