import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** The data-use agreement that is in force for a dataset, as Markdown. */
export const agreement = wireObject({
  version: z.string(),
  text: z.string(),
  /** SHA-256 of the text in UTF-8, hex. */
  textHash: z.string(),
  /** When the caller accepted this version; null before. */
  acceptedAt: z.iso.datetime().nullable(),
});
export type Agreement = z.output<typeof agreement>;

/** Null where the dataset has no agreement. */
export const agreementView = wireObject({ agreement: agreement.nullable() });

/** The version and text that the caller was shown and accepts. */
export const acceptance = wireObject({
  version: z.string().min(1).max(60),
  textHash: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
});
