import { z } from 'zod';
import { useKeptDraft } from '../../../api/definition/keptDraft.ts';
import { keptOptions } from '../options/useKeptOptions.ts';
import type { Draft, DraftColumn } from './draft.ts';

const text = z.string();
const column: z.ZodType<DraftColumn> = z
  .object({
    key: text,
    conceptId: text,
    name: text,
    detail: text,
    entryId: text.optional(),
    isRemoved: z.boolean(),
    options: keptOptions.optional(),
    problem: text.optional(),
  })
  .transform(({ entryId, options, problem, ...kept }) => ({ ...kept, entryId, options, problem }));
const draft: z.ZodType<Draft> = z.object({
  columns: z.array(column),
  stored: z.array(text),
  additions: z.int(),
});

/** The staged columns of this account, which outlive a reload. */
export const useKeptColumns = (dataset: string) => useKeptDraft(draft, 'atrium-columns', [dataset]);
