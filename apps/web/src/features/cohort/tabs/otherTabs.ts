import { z } from 'zod';

/** What a tab tells the others: it moved the cohort of a dataset to this snapshot. */
export interface CohortNews {
  readonly dataset: string;
  readonly snapshotId: number | null;
}

const channelName = 'atrium cohort';
const thisTab = `${Date.now()}-${Math.random()}`;

const news = z.object({ from: z.string(), dataset: z.string(), snapshotId: z.number().nullable() });

/** Browsers without channels notice on the next focus instead. */
const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(channelName);

export function tellOtherTabs(told: CohortNews): void {
  const channel = openChannel();
  channel?.postMessage({ ...told, from: thisTab });
  channel?.close();
}

/** Hears what other tabs of this browser tell; the answer stops listening. */
export function hearOtherTabs(hear: (told: CohortNews) => void): () => void {
  const channel = openChannel();
  if (channel === undefined) return () => {};
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const read = news.safeParse(data);
    if (read.success && read.data.from !== thisTab) hear(read.data);
  };
  return () => channel.close();
}
