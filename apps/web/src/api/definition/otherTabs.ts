import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { z } from 'zod';
import {
  activeOptions,
  type KindWithHistory,
  movedKey,
  type Named,
  type Snapshot,
  shownView,
} from './definition.ts';

/** The message of a tab to the others: the definition of a dataset is at this snapshot now. */
interface News {
  readonly dataset: string;
  readonly snapshotId: number | null;
}

const thisTab = `${Date.now()}-${Math.random()}`;

const news = z.object({ from: z.string(), dataset: z.string(), snapshotId: z.number().nullable() });

/** Browsers without channels notice a change on the next focus instead. */
const openChannel = ({ name }: Named): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(`atrium ${name}`);

export function tellOtherTabs(kind: Named, message: News): void {
  const channel = openChannel(kind);
  channel?.postMessage({ ...message, from: thisTab });
  channel?.close();
}

/** Calls back with the messages of other tabs of this browser; the returned function stops that. */
function hearOtherTabs(kind: Named, onNews: (message: News) => void): () => void {
  const channel = openChannel(kind);
  if (channel === undefined) return () => {};
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const parsed = news.safeParse(data);
    if (parsed.success && parsed.data.from !== thisTab) onNews(parsed.data);
  };
  return () => channel.close();
}

/** Loads the definition again when another tab has changed it. */
export function useOtherTabs<View extends Snapshot>(kind: KindWithHistory<View>, dataset: string): void {
  const client = useQueryClient();
  useEffect(
    () =>
      hearOtherTabs(kind, (message) => {
        const of = { dataset };
        const shown = shownView(client, { kind, of });
        if (message.dataset !== dataset || message.snapshotId === shown?.snapshotId) return;
        void client.invalidateQueries({ queryKey: activeOptions(kind, of).queryKey });
      }),
    [client, kind, dataset],
  );
}

/** Whether the definition on the screen was changed by another tab or device, until the next edit or a dismissal. */
export function useMoved(kind: Named, dataset: string) {
  const client = useQueryClient();
  const queryKey = movedKey(kind, dataset);
  const { data: isMoved } = useQuery({
    queryKey,
    queryFn: () => false,
    enabled: false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return { isMoved, dismiss: () => client.setQueryData(queryKey, false) };
}
