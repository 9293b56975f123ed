import { z } from 'zod';
import { wireObject } from './wireObject.ts';

const camel = { isStaff: 'isStaff' } as const;

export const user = wireObject(
  { id: z.int(), username: z.string(), isStaff: z.boolean(), name: z.string(), email: z.string() },
  camel,
);
export type User = z.output<typeof user>;

/** Who am I; user is null for anonymous (contract 4.1). */
export const currentUser = wireObject(
  { user: user.nullable(), platformVersion: z.string(), version: z.string() },
  { platformVersion: 'chironVersion' },
);

export const accessLevels = ['phi', 'deid', 'agg'] as const;
export const accessLevel = z.enum(accessLevels);
export type AccessLevel = z.infer<typeof accessLevel>;

export const signInBody = wireObject({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
});
export const done = wireObject({ status: z.literal('complete') });

/** Versions of the portal and of the part that answers questions about research data (contract 4.4). */
export const versions = wireObject({ version: z.string(), dataHub: z.string() });
