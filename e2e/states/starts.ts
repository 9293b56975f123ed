import type { Page } from '@playwright/test';

export const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
export const small = { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 };
export const row = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'rows' });
export const column = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'cols' });

/** A cohort of two sets, with an excluded filter and a date rule still open. */
export const cohort = [
  female,
  small,
  { type: 'add_criteria_set', collection_id: 'surgery' },
  {
    type: 'add_entry',
    concept_id: 'surgery_class',
    selected_categories: ['Transplant'],
    exclude_selected: true,
  },
];

/** Fills inputs by their labels. */
export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values))
    await page.getByLabel(label, { exact: true }).fill(value);
}
