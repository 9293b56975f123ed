import { createHash } from 'node:crypto';
import { type Answer, type Engine, NotAnswered } from './engine.ts';
import type { Question } from './question.ts';

/** One question to one engine. */
export interface Measured {
  readonly kind: string;
  readonly engine: string;
  /** Null where it had no answer. */
  readonly ms: number | null;
}

/**
 * Puts each question to every engine, one after the other, so that what else the machine does slows all of them down.
 * `digest` is the same for the same answers. Throws where two answers differ.
 */
export async function measure(
  engines: readonly Engine[],
  questions: readonly Question[],
  onQuestion: (done: number) => void = () => {},
): Promise<{ readonly measured: readonly Measured[]; readonly digest: string }> {
  const measured: Measured[] = [];
  const hash = createHash('sha256');
  for (const [index, question] of questions.entries()) {
    let known: { readonly engine: string; readonly answer: Answer } | null = null;
    for (const engine of engines) {
      const { ms, answer } = await ask(engine, question);
      measured.push({ kind: question.kind, engine: engine.name, ms });
      if (answer === null) continue;
      if (known !== null) requireSame(question, known, { engine: engine.name, answer });
      known ??= { engine: engine.name, answer };
    }
    hash.update(JSON.stringify(known?.answer ?? null));
    onQuestion(index + 1);
  }
  return { measured, digest: hash.digest('hex').slice(0, 12) };
}

async function ask(
  engine: Engine,
  question: Question,
): Promise<{ ms: number | null; answer: Answer | null }> {
  const began = performance.now();
  try {
    const answer = await engine.run(question);
    return { ms: performance.now() - began, answer };
  } catch (error) {
    if (error instanceof NotAnswered) return { ms: null, answer: null };
    throw new Error(`${engine.name} failed on ${JSON.stringify(question)}`, { cause: error });
  }
}

interface Given {
  readonly engine: string;
  readonly answer: Answer;
}

function requireSame(question: Question, one: Given, other: Given): void {
  if (one.answer.join('\n') === other.answer.join('\n')) return;
  const shown = ({ engine, answer }: Given): string =>
    `${engine}: ${answer.slice(0, 20).join(' ; ')}${answer.length > 20 ? ` … ${answer.length} lines` : ''}`;
  throw new Error(`Answers differ.\n${JSON.stringify(question)}\n${shown(one)}\n${shown(other)}`);
}

/** The value below which this part of the sorted numbers lies. */
export function quantile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
