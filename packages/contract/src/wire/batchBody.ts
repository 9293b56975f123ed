import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** How many edits one batch may hold. */
const maxEdits = 1000;

/** Edits that are made in their order as one: all of them or none (rule 3.24). */
export const batchBody = <const T extends z.ZodType>(transformation: T) =>
  wireObject({ transformations: z.array(transformation).min(1).max(maxEdits) });
