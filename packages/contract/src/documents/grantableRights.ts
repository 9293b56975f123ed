import { z } from 'zod';

/** The yes-or-no rights that staff grant to members one by one, besides a level (rule 8.1). A new right is a line here. */
export const grantableRights = z.object({ canViewWorkspace: z.boolean() });

export type GrantableRights = z.infer<typeof grantableRights>;
export type GrantableRight = keyof GrantableRights;
export const grantableRightNames: readonly GrantableRight[] = grantableRights.keyof().options;

/** How replies about datasets spell them: as the portal does. */
export const spelledRights = grantableRights.keyof().enum;

/** All of them: a new membership has these unless staff take some away. */
export const everyRight: GrantableRights = grantableRights.parse(
  Object.fromEntries(grantableRightNames.map((name) => [name, true])),
);
