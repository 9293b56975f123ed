import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { z } from 'zod';
import { currentUserQuery } from '../../../api/session.ts';
import { type KeptDraft, keptDraft } from '../../../lib/keptDraft.ts';
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

/** Where the staged columns of this account outlive a reload. */
export function useKeptColumns(dataset: string): KeptDraft<Draft> {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  return useMemo(
    () => keptDraft(draft, account === undefined ? undefined : `atrium-columns ${account} ${dataset}`),
    [account, dataset],
  );
}
