import { z } from 'zod';
import { purpose } from '../documents/purpose.ts';
import { wireObject } from './wireObject.ts';

/** What a member may choose in stating a purpose, and what was stated (rule 8.33). */
export const purposeView = wireObject({
  /** False where the dataset says nothing of data use. */
  isAsked: z.boolean(),
  /** Null before a purpose was stated. */
  purpose: purpose.nullable(),
  diseases: z.array(wireObject({ code: z.string(), title: z.string() })),
  conditions: z.array(wireObject({ code: z.string(), words: z.string() })),
});
export type PurposeView = z.output<typeof purposeView>;

/** For which use figures of a dataset are, in words. */
export const dataUseShown = wireObject({
  /** Follows "for". */
  words: z.string(),
  /** How many subjects the member would see whatever the purpose; null for members who see aggregates only. */
  of: z.string().nullable(),
});
