import type { AxisLabel } from '@atrium/contract';
import { type AxisPlan, checkAnalysis, type ReleaseSql, type SeenSubjects } from '@atrium/engine';
import type { countCells } from './countCells.ts';

/** 'some' comes with how they are told from the rest; 'unclear' where cross-tab axes cannot tell them. */
export type Seen =
  | { readonly kind: 'all' }
  | { readonly kind: 'some'; readonly subjects: SeenSubjects }
  | { readonly kind: 'unclear' };

/** Whom a member sees of everyone, in terms of axes (rule 1.12: boolean true, other types any value). */
export async function seenSubjects(
  { visibility, lookup }: ReleaseSql,
  asked: readonly AxisPlan[],
  counts: ReturnType<typeof countCells>,
): Promise<Seen> {
  if (visibility.subjects.kind === 'all') return { kind: 'all' };
  const { concepts } = visibility.subjects;
  const isClear = concepts.every(({ type, isMultiple }) => type !== 'number' && !isMultiple);
  if (concepts.length === 0 || !isClear) return { kind: 'unclear' };
  const rows = concepts.map(({ id }) => ({ entryId: id, conceptId: id }));
  const checked = checkAnalysis({ rows, cols: [] }, { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') return { kind: 'unclear' };
  const plans = await counts.axis(checked.rows);
  const by = plans.map((plan) => asked.find(({ concept }) => concept.id === plan.concept.id) ?? plan);
  const isTruthy = (key: AxisLabel | null): boolean => key !== null && key !== false;
  return { kind: 'some', subjects: { by, isSeen: (keys) => keys.some(isTruthy) } };
}
