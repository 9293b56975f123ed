import { z } from 'zod';
import { wireObject } from './wireObject.ts';

/** Every reply of 400 and above (rule 9.3). */
export const errorReply = wireObject({
  detail: z.string(),
  code: z.string().optional(),
  /** The field of the request that is wrong, where the refusal is about one. */
  field: z.string().optional(),
  requestId: z.string().optional(),
});
