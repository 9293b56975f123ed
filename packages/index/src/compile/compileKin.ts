import type { KinPlan } from '@atrium/engine';
import type { Step } from '../layout/steps.ts';
import { codesThatMeet, countOf } from './codeSets.ts';
import { type Compiling, conceptIn } from './compileRows.ts';
import { NotInIndex } from './refusal.ts';

/** Subjects with relatives whom the member sees and who meet `step`: what the engine's `compileKin` says in SQL. */
export function compileKin(
  plan: KinPlan,
  { step, visible }: { readonly step: Step; readonly visible: readonly Step[] },
  at: Compiling,
): Step {
  const seen = (wanted: Step): Step => ({ find: 'and', steps: [...visible, wanted] });
  const related = (wanted: Step, least = 1): Step => relatedTo(plan, { step: seen(wanted), least }, at);
  switch (plan.relative) {
    case 'any_member':
      return soMany(plan.count, (least) =>
        least === 1 ? { find: 'or', steps: [step, related(step)] } : related(step, least),
      );
    case 'all_members':
      return { find: 'and', steps: [step, { find: 'not', step: related({ find: 'not', step }) }] };
    default:
      return related(step);
  }
}

/** Whether so many of the family are found, the subject among them (rule 2.29). */
function soMany({ operator, value }: KinPlan['count'], found: (least: number) => Step): Step {
  const least = (count: number): Step => (count === 0 ? { find: 'all' } : found(count));
  const most: Step = { find: 'not', step: least(value + 1) };
  if (operator === 'at least') return least(value);
  return operator === 'at most' ? most : { find: 'and', steps: [least(value), most] };
}

interface Relatives {
  readonly step: Step;
  readonly least: number;
}

function relatedTo(
  { relative, family, role, own, kin }: KinPlan,
  { step, least }: Relatives,
  at: Compiling,
): Step {
  const [families, roles] = [conceptIn(family, at), conceptIn(role, at)];
  if (families.codes === null || roles.codes === null || family.keepsDigits)
    throw new NotInIndex('notIndexed');
  const looked = { index: roles, memory: at.index.memory, release: at.release, matcher: at.matcher };
  const codesOf = (words: readonly string[] | null) =>
    words === null ? null : codesThatMeet({ kind: 'oneOf', concept: role, values: words }, looked);
  return {
    find: 'kin',
    families: { codes: families.codes, count: countOf(families.values) },
    roles: roles.codes,
    own: codesOf(own),
    kin: codesOf(kin),
    want: relative === 'sibling' ? 'another' : relative === 'one_of_family' ? 'none before' : { least },
    step,
    subjects: at.index.subjects,
  };
}
