import type { Question } from './question.ts';

/** Cells as texts, null as an empty one; lines in an order that does not depend on the engine. */
export type Answer = readonly string[];

/** One way to answer questions. */
export interface Engine {
  readonly name: string;
  /** What else a reader of the figures should know. */
  readonly about?: string;
  /** Rejects with `NotAnswered` where this engine does not answer such questions. */
  run(question: Question): Promise<Answer>;
  close(): Promise<void>;
}

/** This engine has no answer: it cannot, or its time was over. */
export class NotAnswered extends Error {}

const cellText = (cell: unknown): string => (cell === null || cell === undefined ? '' : String(cell));

/** Lines of cells as an answer; those of a page keep their order. */
export function toAnswer(lines: readonly (readonly unknown[])[], { isOrdered = false } = {}): Answer {
  const texts = lines.map((line) => line.map(cellText).join(' | '));
  return isOrdered ? texts : texts.sort();
}
