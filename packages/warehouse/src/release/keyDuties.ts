import type { TablePlan } from '../package/packagePlan.ts';
import type { ProblemKind } from './problemKind.ts';

/** Fields that must not be missing because rows are joined by them, and what it means when one is. */
export function keyDuties({ primaryKey, subject }: TablePlan): ReadonlyMap<string, ProblemKind> {
  const duties = new Map<string, ProblemKind>();
  for (const name of primaryKey) duties.set(name, subject.kind === 'root' ? 'missingSubject' : 'required');
  if (subject.kind === 'direct' || subject.kind === 'through') {
    for (const name of subject.reference.fields) duties.set(name, 'missingSubject');
  }
  return duties;
}
