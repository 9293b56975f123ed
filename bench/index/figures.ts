import { z } from 'zod';
import { type Measured, quantile } from './measure.ts';

/** What a run measured of one size; `on` is the machine, with versions, and `digest` stands for all answers. */
export const resultOf = z.object({
  size: z.object({ name: z.string(), subjects: z.number(), events: z.number(), terms: z.number() }),
  on: z.string(),
  /** What engines say of themselves. */
  about: z.array(z.string()),
  questions: z.number(),
  digest: z.string(),
  measured: z.array(z.object({ kind: z.string(), engine: z.string(), ms: z.number().nullable() })),
});
export type Result = z.output<typeof resultOf>;

interface Figures {
  readonly median: number;
  readonly p95: number;
}

/** The figures of one kind and one engine; a question without an answer counts as one that took for ever. */
export function figuresOf(measured: readonly Measured[], kind: string, engine: string): Figures {
  const times = measured.flatMap((one) => (one.kind === kind && one.engine === engine ? [one.ms] : []));
  const known = times.map((ms) => ms ?? Number.POSITIVE_INFINITY);
  return {
    median: quantile(known, 0.5),
    p95: quantile(known, 0.95),
  };
}
