import { z } from 'zod';
import { useKeptDraft } from '../../../api/definition/keptDraft.ts';
import type { AxesDraft, AxisEntry } from './axesDraft.ts';

const text = z.string();
const entry: z.ZodType<AxisEntry> = z
  .object({
    key: text,
    conceptId: text,
    name: text,
    entryId: text.optional(),
    isRemoved: z.boolean(),
    problem: text.optional(),
  })
  .transform(({ entryId, problem, ...kept }) => ({ ...kept, entryId, problem }));
const draft: z.ZodType<AxesDraft> = z.object({
  rows: z.array(entry),
  cols: z.array(entry),
  stored: z.object({ rows: z.array(text), cols: z.array(text) }),
  additions: z.int(),
});

/** The staged rows and columns of this account, which outlive a reload. */
export const useKeptAxes = (dataset: string) => useKeptDraft(draft, 'atrium-axes', [dataset]);
