import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { currentUserQuery } from '../../../api/session.ts';
import { type KeptDraft, keptDraft } from '../../../lib/keptDraft.ts';
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

/** Where the staged rows and columns of this account outlive a reload. */
export function useKeptAxes(dataset: string): KeptDraft<AxesDraft> {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  return useMemo(
    () => keptDraft(draft, account === undefined ? undefined : `atrium-axes ${account} ${dataset}`),
    [account, dataset],
  );
}
