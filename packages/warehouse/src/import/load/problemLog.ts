import type { ImportProblem, ProblemExample } from '../../releases/importReport.ts';
import { type ProblemKind, problemMessages } from '../../releases/problemKind.ts';

/** A problem of which nobody has said who may see its examples. */
export type LoggedProblem = Omit<ImportProblem, 'conceptId' | 'isOpen'>;

export interface ProblemSite {
  readonly collection: string;
  readonly field: string | null;
  readonly kind: ProblemKind;
}

/** Counts problems and keeps the first examples of each kind and field; its size does not grow with the data. */
export interface ProblemLog {
  add(site: ProblemSite, example: ProblemExample): void;
  /** Adds problems that a statement has counted. */
  addMany(site: ProblemSite, count: number, examples: readonly ProblemExample[]): void;
  list(): readonly LoggedProblem[];
}

export const maxExamples = 5;
const maxValueLength = 200;

/** An empty log of problems. */
export function createProblemLog(): ProblemLog {
  const problems = new Map<string, { site: ProblemSite; count: number; examples: ProblemExample[] }>();
  const addMany = (site: ProblemSite, count: number, examples: readonly ProblemExample[]): void => {
    if (count === 0) return;
    const key = JSON.stringify([site.collection, site.field, site.kind]);
    const known = problems.get(key) ?? { site, count: 0, examples: [] };
    problems.set(key, known);
    known.count += count;
    for (const example of examples.slice(0, maxExamples - known.examples.length)) {
      known.examples.push({ ...example, value: shorten(example.value) });
    }
  };
  return {
    add: (site, example) => addMany(site, 1, [example]),
    addMany,
    list: () =>
      [...problems.values()].map(({ site, count, examples }) => ({
        ...site,
        message: problemMessages[site.kind],
        count,
        examples,
      })),
  };
}

const shorten = (value: string): string =>
  value.length > maxValueLength ? `${value.slice(0, maxValueLength)}…` : value;
