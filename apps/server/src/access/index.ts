export type { Account, Member, PortalApi } from './account.ts';
export { addAccount, type Grant, grantMembership, type NewAccount } from './accounts.ts';
export { createGate } from './gate.ts';
export { mayEnter, type Standing } from './policy.ts';
export { type AccessDeps, registerAccess } from './routes.ts';
export { sessionCookie } from './sessionCookie.ts';
export { createSessions, type Sessions } from './sessions.ts';
