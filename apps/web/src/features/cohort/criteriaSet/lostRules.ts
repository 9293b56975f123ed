import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';

/**
 * The sets that lose their date rule when one set, or its rule, is deleted: those whose rule names it, those whose
 * rule names these, and so on (rule 3.18).
 */
export function lostRules(definition: CohortDefinition, entryId: string): readonly string[] {
  const lost = new Set([entryId]);
  let grew = true;
  while (grew) {
    const next = definition.filter(
      (set) =>
        !lost.has(set.entryId) &&
        set.eventRule?.kind === 'relative_to_other_event' &&
        lost.has(set.eventRule.targetEntryId),
    );
    for (const set of next) lost.add(set.entryId);
    grew = next.length > 0;
  }
  return definition.map((set) => set.entryId).filter((id) => id !== entryId && lost.has(id));
}
