import type { PathwayOfSet, TimePointChoice } from '@atrium/contract/wire/pathway';
import { kindOf } from '../../concepts/kinds.ts';
import type { MemberContext } from '../../definition/memberContext.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { SoundPathway, SoundStep } from './checkedCohort.ts';
import { checkTime, type TimeFault } from './checkTime.ts';

/** What is wrong, and in which part of the pathway. */
export interface PathwayFault extends TimeFault {
  readonly field: 'stages' | 'exits' | 'last';
}

/** The pathway of a criteria set as this member may use it (rules 17.30 to 17.33), or why the member may not. */
export function checkPathway(
  { stages, exits, last, reached, way }: PathwayOfSet,
  context: MemberContext,
): SoundPathway | PathwayFault {
  const fault = (message: string): PathwayFault => ({
    ...{ kind: 'fault', isGone: false, message },
    field: 'stages',
  });
  if (stages.length < 2) return fault('a pathway has two stages or more');
  if (reached > stages.length) return fault(`the pathway has ${stages.length} stages`);
  if (typeof way === 'number' && way >= exits.length) return fault('the pathway has no such way to leave');
  if (reached === 0 && way !== 'reached' && way !== 'stayed')
    return fault('who reached no stage cannot leave the pathway');
  const stepsOf = (choices: readonly TimePointChoice[], before: (index: number) => number) =>
    choices.map((choice, index) => ({
      time: checkTime(choice, context),
      dayAfter: [...stages.slice(0, before(index)).keys()].filter((stage) =>
        mayBeOneRecord(stages[stage], choice, context.lookup),
      ),
    }));
  const steps = stepsOf(stages, (index) => index);
  const ways = stepsOf(exits, () => stages.length);
  const contact = last === undefined ? null : checkTime(last, context);
  const faultsOf = (all: typeof steps, field: PathwayFault['field']) =>
    all.flatMap(({ time }) => (time.kind === 'fault' ? [{ ...time, field }] : []));
  const [first] = [...faultsOf(steps, 'stages'), ...faultsOf(ways, 'exits')];
  if (first !== undefined) return first;
  if (contact?.kind === 'fault') return { ...contact, field: 'last' };
  const sound = (all: typeof steps): readonly SoundStep[] =>
    all.flatMap(({ time, dayAfter }) => (time.kind === 'fault' ? [] : [{ time, dayAfter }]));
  return { kind: 'pathway', stages: sound(steps), exits: sound(ways), last: contact, band: { reached, way } };
}

/** Records with one of different values of a concept are different, where a record has one value of it. */
function mayBeOneRecord(
  one: TimePointChoice | undefined,
  other: TimePointChoice,
  { concept }: Pick<Lookup, 'concept'>,
): boolean {
  if (one?.kind === 'birth') return other.kind === 'birth';
  if (one?.kind === 'value') return other.kind === 'value' && one.conceptId === other.conceptId;
  if (one === undefined || other.kind !== 'record' || one.collectionId !== other.collectionId) return false;
  const chosen = concept(one.conceptId ?? '');
  if (chosen === undefined || one.conceptId !== other.conceptId) return true;
  if (chosen.isMultiple || kindOf(chosen).isCoded) return true;
  return one.values?.some((value) => other.values?.includes(value)) ?? true;
}
