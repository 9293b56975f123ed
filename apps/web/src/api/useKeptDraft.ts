import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { z } from 'zod';
import { type KeptDraft, keptDraft } from '../lib/keptDraft.ts';
import { currentUserQuery } from './session.ts';

/**
 * Keeps in the tab what this account has not applied yet. `kind` and `id` say what it is; without an id, or while nobody
 * is signed in, nothing is kept.
 */
export function useKeptDraft<Value>(
  schema: z.ZodType<Value>,
  kind: string,
  id: string | undefined,
): KeptDraft<Value> {
  const { data: session } = useQuery({ ...currentUserQuery, enabled: false });
  const account = session?.user?.id;
  const key = account === undefined || id === undefined ? undefined : `${kind} ${account} ${id}`;
  return useMemo(() => keptDraft(schema, key), [schema, key]);
}
