import type { Page, Request } from '@playwright/test';
import { expect } from './test.ts';

type Which = 'cohort_def' | 'table_def' | 'analysis_def';

/** The definitions with which a test or a picture starts. */
export interface Start {
  /** `default` if not given. */
  readonly dataset?: string;
  /** Edits of an empty cohort. */
  readonly cohort?: readonly object[];
  /** Edits of an empty cross-tab. */
  readonly axes?: readonly object[];
  /** The member may see aggregates only, and so has neither a cohort nor a table. */
  readonly aggregatesOnly?: boolean;
}

/** Edits a definition of the signed-in person through the public API; returns the id of the entry that was added. */
export async function edit(
  page: Page,
  which: Which,
  transformation: object,
  dataset = 'default',
): Promise<string> {
  const reply = await page.request.post(`/api/v2/${dataset}/${which}/`, { data: { transformation } });
  const edited = await reply.json();
  expect(edited, JSON.stringify(transformation)).toMatchObject({ transformation_successful: true });
  return String(edited.entry_id);
}

/** Whether the page changes the cohort; it posts to the same address to ask what a filter would do. */
export const isCohortEdit = (call: Request): boolean =>
  call.method() === 'POST' &&
  /\/cohort_def(\/batch)?\/?$/.test(call.url()) &&
  call.postDataJSON().transformation?.validate_only !== true;

/** Gives the signed-in person these definitions and the default table, and removes those of earlier tests. */
export async function startWith(page: Page, start: Start = {}): Promise<void> {
  const { dataset = 'default', cohort = [], axes = [], aggregatesOnly = false } = start;
  const make = async (which: Which, edits: readonly object[]) => {
    for (const transformation of edits) await edit(page, which, transformation, dataset);
  };
  await Promise.all([
    make('analysis_def', [{ type: 'clear_all' }, ...axes]),
    ...(aggregatesOnly
      ? []
      : [
          make('cohort_def', [{ type: 'clear_all' }, ...cohort]),
          make('table_def', [{ type: 'resort_columns', entry_ids: [] }]),
        ]),
  ]);
}

export const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
export const male = { ...female, selected_categories: ['Male'] };
export const lightAtBirth = { type: 'add_entry', concept_id: 'birth_weight', cd_numeric_max: 2500 };
export const glenn = {
  type: 'add_entry',
  concept_id: 'surgery_procedure',
  selected_categories: ['Bidirectional Glenn'],
};
export const surgerySet = { type: 'add_criteria_set', collection_id: 'surgery' };
/** A cohort of two sets, with an excluded filter and no date rule yet. */
export const twoSets = [
  female,
  lightAtBirth,
  surgerySet,
  {
    type: 'add_entry',
    concept_id: 'surgery_class',
    selected_categories: ['Transplant'],
    exclude_selected: true,
  },
];
export const row = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'rows' });
export const column = (concept_id: string) => ({ type: 'add_entry', concept_id, role: 'cols' });
