import { z } from 'zod';
import { shortestPassword, passwordWords as words } from './words.ts';

/** What the form asks before it asks the server. */
export const passwordSchema = z
  .object({
    current: z.string().min(1, words.missingCurrent),
    next: z.string().refine((given) => [...given].length >= shortestPassword, {
      error: ({ input }) => words.tooShort([...String(input)].length),
    }),
    again: z.string(),
  })
  .refine(({ next, again }) => next === again, { path: ['again'], error: words.differs });
export type PasswordValues = z.infer<typeof passwordSchema>;
