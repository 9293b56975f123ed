import { z } from 'zod';

/** What the sign-in form asks before it asks the server. */
export const signInSchema = z.object({
  username: z.string().trim().min(1, 'Enter your user name'),
  password: z.string().min(1, 'Enter your password'),
});
export type SignInValues = z.infer<typeof signInSchema>;
