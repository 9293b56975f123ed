import type { SetOf } from '../criteriaSet/setQueries.ts';
import { setName } from '../setName.ts';
import { ruleWords } from './words.ts';

/** What one should know where rules hang on one another: whom the target counts from, and who counts from this set. */
export function chainOf({ view, set }: SetOf, targetId: string): readonly string[] {
  const nameOf = (entryId: string): string | undefined => {
    const found = view.criteriaSets.find((one) => one.entryId === entryId);
    return found && setName(found);
  };
  const rules = view.definition.flatMap(({ entryId, eventRule }) =>
    eventRule?.kind === 'relative_to_other_event' ? [{ entryId, target: eventRule.targetEntryId }] : [],
  );
  const next = rules.find(({ entryId }) => entryId === targetId)?.target;
  const target = nameOf(targetId);
  const beyond = next === undefined ? undefined : nameOf(next);
  const counting = rules.flatMap(({ entryId, target: to }) =>
    to === set.entryId ? (nameOf(entryId) ?? []) : [],
  );
  return [
    ...(target !== undefined && beyond !== undefined ? [ruleWords.chainUp(target, beyond)] : []),
    ...(counting.length > 0 ? [ruleWords.chainDown(counting.join(', '))] : []),
  ];
}
