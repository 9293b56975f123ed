import type { ImportProblem, ProblemExample } from './importReport.ts';
import { type ProblemKind, problemMessages } from './problemKind.ts';

export interface ProblemPlace {
  readonly collection: string;
  readonly field: string | null;
  readonly kind: ProblemKind;
}

/** Counts problems and keeps the first examples of each sort; its size does not depend on the data's. */
export interface ProblemLog {
  add(place: ProblemPlace, example: ProblemExample): void;
  /** Problems that were counted elsewhere. */
  addMany(place: ProblemPlace, count: number, examples: readonly ProblemExample[]): void;
  list(): readonly ImportProblem[];
}

export const maxExamples = 5;
const maxValueLength = 200;

export function createProblemLog(): ProblemLog {
  const problems = new Map<string, { place: ProblemPlace; count: number; examples: ProblemExample[] }>();
  const addMany = (place: ProblemPlace, count: number, examples: readonly ProblemExample[]): void => {
    if (count === 0) return;
    const key = JSON.stringify([place.collection, place.field, place.kind]);
    const known = problems.get(key) ?? { place, count: 0, examples: [] };
    problems.set(key, known);
    known.count += count;
    for (const example of examples.slice(0, maxExamples - known.examples.length)) {
      known.examples.push({ ...example, value: shorten(example.value) });
    }
  };
  return {
    add: (place, example) => addMany(place, 1, [example]),
    addMany,
    list: () =>
      [...problems.values()].map(({ place, count, examples }) => ({
        ...place,
        message: problemMessages[place.kind],
        count,
        examples,
      })),
  };
}

const shorten = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
