import { type EditError, fieldError } from '../../../definition/outcome.ts';
import type { FilterDraft, FilterForm } from './filterDraft.ts';

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** Categories or truth values; empty text and null mean "no value" (rules 2.13 and 2.14). */
export function readChoice({ form, concept }: FilterForm): FilterDraft {
  const errors: EditError[] = [];
  const categories = new Set<string | boolean | null>();
  for (const given of form.selectedCategories ?? []) {
    if (given === null || given === '') categories.add(null);
    else if (concept.type === 'boolean') {
      const truth = truths.get(String(given).toLowerCase());
      if (truth === undefined)
        errors.push(fieldError('Selected values', 'malformed', `“${given}” is neither true nor false.`));
      else categories.add(truth);
    } else categories.add(String(given));
  }
  return { values: { kind: 'choice', categories: [...categories] }, errors, missing: [] };
}
