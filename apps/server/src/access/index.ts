export type { Account, Member, PortalApi } from './account.ts';
export { addAccount, type NewAccount } from './accounts.ts';
export {
  disableAccount,
  enableAccount,
  type Identity,
  linkIdentity,
  setPassword,
} from './administer.ts';
export { createGate } from './gate.ts';
export { groupOpens, setGroups } from './groups.ts';
export { type Grant, grantMembership } from './memberships.ts';
export { judgePassword } from './passwordRule.ts';
export { grantedRights, type MemberRights, mayEnter, presentRights, rightColumns } from './rights.ts';
export { type AccessDeps, registerAccess } from './routes.ts';
export { sessionCookie } from './sessionCookie.ts';
export { createSessions, type Sessions } from './sessions.ts';
export { createTokens, type Tokens } from './tokens.ts';
