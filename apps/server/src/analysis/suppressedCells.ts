import type { AxisLabel } from '@atrium/contract/wire/analysis';
import {
  type AxisPlan,
  type Concept,
  type CountedQuestion,
  type CountedTable,
  type CrossedConcepts,
  checkAnalysis,
  isCodable,
  kindOf,
  type ReleaseSql,
  type SeenSubjects,
  tablesWithin,
} from '@atrium/engine';
import { everyone } from '../cohort/index.ts';
import { type countCells, maxCells, tooLarge } from './countCells.ts';
import type { Dependencies } from './functionalDependencies.ts';
import type { SmallNumbers } from './smallNumbers.ts';

/**
 * A finer cross-tab would show almost nothing to members who see aggregates only, and would take 2^n statements
 * (rule 7.7).
 */
const mostProtectedConcepts = 4;

/** There are more only where a concept determines many others, as an identifier does: then every cell is small. */
const maxTables = 64;

export interface SmallNumberRule extends Dependencies {
  readonly threshold: number;
  readonly smallNumbers: SmallNumbers;
  readonly signal: AbortSignal;
  readonly determinedBy: (concepts: readonly AxisPlan[]) => Promise<Dependencies['determined']>;
}

/**
 * A cross-tab over everyone, to be suppressed for members who see aggregates only. Every table that it could be compared
 * with is counted too: a figure is hidden here exactly where it is hidden there, or would give away a hidden one. Null
 * where it is too large to be judged.
 */
export async function countQuestion(
  requested: Omit<CrossedConcepts, 'determined'>,
  counts: ReturnType<typeof countCells>,
  rule: SmallNumberRule,
): Promise<CountedQuestion | null> {
  const question = { ...requested, determined: rule.determined };
  const tables = await countTables(question, counts);
  if (tables === null) return null;
  const telling = await findTelling(requested.rootCollectionId, counts, rule);
  if (telling === null) return null;
  const subjects = await counts.subjects(everyone);
  return { ...question, tables, subjects, telling };
}

/** Every table that the cross-tab could be compared with; null where they are too many. */
async function countTables(
  question: CrossedConcepts,
  counts: ReturnType<typeof countCells>,
): Promise<readonly CountedTable[] | null> {
  const within = tablesWithin(question);
  if (within === null || within.length > maxTables) return null;
  const tables: CountedTable[] = [];
  for (const concepts of within.filter(({ length }) => length > 0))
    tables.push({ concepts, rows: await counts.cells(concepts, everyone) });
  refuseTooLarge(question, tables);
  return tables;
}

/** The values that must be hidden because of concepts within whose values they lie (rule 7.11); null where unknown. */
async function findTelling(
  rootCollectionId: string,
  counts: ReturnType<typeof countCells>,
  { wider, determinedBy, ...rule }: SmallNumberRule,
): Promise<CountedQuestion['telling'] | null> {
  const telling = new Map<AxisPlan, readonly (AxisLabel | null)[]>();
  for (const [concept, others] of wider) {
    for (const other of others) {
      const determined = await determinedBy([concept, other]);
      const crossed = { axes: { rows: [concept], cols: [other] }, determined, seen: null, rootCollectionId };
      const tables = await countTables(crossed, counts);
      if (tables === null) return null;
      const question = {
        ...crossed,
        tables,
        subjects: await counts.subjects(everyone),
        telling: new Map<AxisPlan, readonly AxisLabel[]>(),
      };
      const found = await rule.smallNumbers.telling(question, [concept, other], rule);
      telling.set(concept, [...(telling.get(concept) ?? []), ...found]);
    }
  }
  return telling;
}

function refuseTooLarge({ axes }: CrossedConcepts, tables: readonly CountedTable[]): void {
  const bucketsOn = (axis: readonly AxisPlan[]): number => {
    const over = tables.find(({ concepts }) => axis.every((concept) => concepts.includes(concept)));
    return axis.length === 0 ? 1 : (over?.rows.length ?? 1);
  };
  const concepts = [...new Set(tables.flatMap((table) => table.concepts))];
  const domains = concepts.map((concept) => bucketsOn([concept]) + 1);
  if (bucketsOn(axes.rows) * bucketsOn(axes.cols) > maxCells || !isCodable(domains)) throw tooLarge();
}

/** Why so many concepts are not crossed for members who see aggregates only; undefined where they are. */
export const tooManyConcepts = (concepts: number): string | undefined =>
  concepts <= mostProtectedConcepts
    ? undefined
    : `With your access at most ${mostProtectedConcepts} concepts can be crossed. Remove ${concepts - mostProtectedConcepts} of them.`;

/** `some` names the concepts that separate visible subjects from the others; `unclear` where axes cannot separate them. */
type Seen =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly subjects: SeenSubjects }
  | { readonly kind: 'unclear' };

/** Whether each bucket of an axis holds only values that make a subject visible, or only ones that do not (rule 1.12). */
function hasWholeBuckets(concept: Concept): boolean {
  const { scale, isTruthy } = kindOf(concept);
  return scale === null || isTruthy === null;
}

/** Which subjects a member sees, in terms of axes (rule 1.12: boolean true, other types any value). */
export async function seenSubjects(
  { visibility, lookup }: ReleaseSql,
  crossed: readonly AxisPlan[],
  counts: ReturnType<typeof countCells>,
): Promise<Seen> {
  if (visibility.subjects.kind === 'all') return { kind: 'all' };
  const { concepts } = visibility.subjects;
  const isClear = concepts.every((concept) => !concept.isMultiple && hasWholeBuckets(concept));
  if (concepts.length === 0 || !isClear) return { kind: 'unclear' };
  const rows = concepts.map(({ id }) => ({ entryId: id, conceptId: id }));
  const checked = checkAnalysis({ rows, cols: [] }, { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') return { kind: 'unclear' };
  const plans = await counts.axis(checked.rows);
  const by = plans.map((plan) => crossed.find(({ concept }) => concept.id === plan.concept.id) ?? plan);
  return { kind: 'some', subjects: { by } };
}
