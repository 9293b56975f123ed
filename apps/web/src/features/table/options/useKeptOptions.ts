import { z } from 'zod';
import { useKeptDraft } from '../../../api/definition/keptDraft.ts';
import type { ColumnOptionsEdit, OptionedColumn } from './columnForm.ts';

const text = z.string();
/** The chosen options of a column, as the tab keeps them. */
export const keptOptions: z.ZodType<ColumnOptionsEdit> = z.object({
  kind: z.literal('add_entry'),
  conceptId: text,
  entryId: text.optional(),
  alias: text.nullish(),
  aggregationMethod: text.nullish(),
  aggregationCriteriaSet: text.nullish(),
  inputs: z.record(text, z.union([text, z.array(text)])),
});

/** The options of one column that are filled in and not saved; they outlive a reload. */
export const useKeptOptions = (
  dataset: string,
  of: Pick<OptionedColumn, 'entryId' | 'conceptId'> | undefined,
) => useKeptDraft(keptOptions, 'atrium-options', [dataset, of?.entryId ?? of?.conceptId]);
