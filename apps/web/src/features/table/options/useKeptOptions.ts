import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { currentUserQuery } from '../../../api/session.ts';
import { type KeptDraft, keptDraft } from '../../../lib/keptDraft.ts';
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

/** Where the options of one column that are filled in and not saved outlive a reload. */
export function useKeptOptions(
  dataset: string,
  of: Pick<OptionedColumn, 'entryId' | 'conceptId'> | undefined,
): KeptDraft<ColumnOptionsEdit> {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const column = of?.entryId ?? of?.conceptId;
  const key =
    account === undefined || column === undefined
      ? undefined
      : `atrium-options ${account} ${dataset} ${column}`;
  return useMemo(() => keptDraft(keptOptions, key), [key]);
}
