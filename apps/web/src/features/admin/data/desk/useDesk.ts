import { type DraftDecisions, draftDecisions } from '@atrium/contract/documents/draftDecisions';
import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import type { Draft } from '@atrium/contract/wire/draft';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import { ApiError } from '../../../../api/apiError.ts';
import { request } from '../../../../api/client.ts';
import { useDraft } from '../../../../api/useDraft.ts';
import { draftQuery } from '../dataQueries.ts';
import { type DeskChange, decide } from './deskDecisions.ts';

const kept = z.object({ decisions: draftDecisions });
const saveDelayMs = 500;

/** What the parts of the desk show, and how they change it. */
export interface Desk {
  readonly draft: Draft;
  readonly decisions: DraftDecisions;
  readonly change: (change: DeskChange) => void;
  /** Whether all that was decided is on the server. */
  readonly isSaved: boolean;
  readonly isSaving: boolean;
  /** Why it could not be saved; a conflict waits for the person. */
  readonly failure: Error | null;
  readonly isConflict: boolean;
  readonly save: () => void;
  readonly discard: () => void;
  /** Takes back what was decided of how the files are read since they were read last. */
  readonly cancelReading: () => void;
}

/** Decisions lie in the tab until the server has them, which is soon (rule 10.46). */
export function useDesk(draft: Draft): Desk {
  const client = useQueryClient();
  const { queryKey } = draftQuery(draft.id);
  const typed = useDraft({
    schema: kept,
    about: ['desk', draft.id],
    start: { decisions: draft.decisions },
    place: 'tab',
  });
  const { decisions } = typed.value;
  const params = { draftId: draft.id };
  const save = useMutation({
    mutationFn: (sent: z.infer<typeof kept>) =>
      request(adminEndpoints.data.drafts.change, {
        params,
        body: { base: client.getQueryData(queryKey)?.revision ?? draft.revision, decisions: sent.decisions },
      }),
    onSuccess: (saved, sent) => {
      client.setQueryData(queryKey, saved);
      typed.saved(sent);
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey });
    },
  });
  const cancel = useMutation({
    mutationFn: () => request(adminEndpoints.data.drafts.cancel, { params }),
    onSuccess: (saved) => client.setQueryData(queryKey, saved),
  });
  const { mutate, isPending, isError } = save;
  const text = JSON.stringify(decisions);
  const mustSave = typed.isChanged && draft.isOwn && !isPending && !isError;
  useEffect(() => {
    if (!mustSave) return;
    const timer = setTimeout(
      () => mutate({ decisions: draftDecisions.parse(JSON.parse(text)) }),
      saveDelayMs,
    );
    return () => clearTimeout(timer);
  }, [mustSave, mutate, text]);
  return {
    draft,
    decisions,
    change: (change) => {
      if (!draft.isOwn) return;
      typed.change({ decisions: decide(decisions, change) });
      if (isError && !isConflict(save.error)) save.reset();
    },
    isSaved: !typed.isChanged,
    isSaving: isPending || (typed.isChanged && !isError),
    failure: save.error ?? cancel.error,
    isConflict: isConflict(save.error),
    save: () => save.reset(),
    discard: () => {
      typed.clear();
      save.reset();
    },
    cancelReading: () => cancel.mutate(),
  };
}

const isConflict = (error: Error | null): boolean => error instanceof ApiError && error.code === 'conflict';
