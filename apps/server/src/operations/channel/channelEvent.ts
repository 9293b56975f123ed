import { z } from 'zod';

/** One line of the reply to an operation; the last one is not `progress`. */
export const channelEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('progress'), step: z.string(), detail: z.string().nullable() }),
  z.object({ kind: z.literal('output'), text: z.string() }),
  z.object({ kind: z.literal('done'), lines: z.array(z.string()) }),
  z.object({ kind: z.literal('refused'), reasons: z.array(z.string()) }),
  z.object({ kind: z.literal('failed'), message: z.string() }),
]);
export type ChannelEvent = z.infer<typeof channelEvent>;
