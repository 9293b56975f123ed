export { registerAccess } from './accessRoutes.ts';
export type { Account, Member, PortalApi, SignedInAccount } from './account.ts';
export { accountColumns, addAccount, decodeAccount, findAccount, type NewAccount } from './accounts.ts';
export {
  disableAccount,
  enableAccount,
  linkIdentity,
  resetSecondFactor,
  setPassword,
} from './administer.ts';
export { listAcceptances, putAgreement, withdrawAgreement } from './agreements.ts';
export { demoPassword, findOpenDemoAccounts } from './demoPassword.ts';
export { endAccess, endInvitations } from './endAccess.ts';
export { createDemand } from './factor/demand.ts';
export { createGate } from './gate.ts';
export { groupOpens, setGroups } from './groups.ts';
export { createFindHolder, type FindHolder, type Holder } from './holders.ts';
export { makeInvitation } from './invitations.ts';
export { keepAccess } from './keepAccess.ts';
export {
  endColumn,
  hasEnded,
  lastDayInSql,
  lastDayOf,
  limitEnd,
  maxDays,
  type Until,
} from './membershipEnds.ts';
export { applyGrants, lockMembership, passportPrefix } from './membershipGrants.ts';
export { findLevel, findMember, grantMembership, untilOf } from './memberships.ts';
export { judgePassword } from './passwordRule.ts';
export { statePurpose } from './purposes.ts';
export {
  grantedRights,
  mayEnter,
  presentRights,
  rightColumns,
  rightsAsJson,
  rightsInFiles,
  rightsInSql,
  withoutRights,
} from './rights.ts';
export { sessionCookie } from './sessionCookie.ts';
export { createSessions } from './sessions.ts';
export { keepingStaff } from './staff.ts';
export { createTokens } from './tokens.ts';
export {
  type BulkExport,
  createVolumes,
  type VolumeDeps,
  type Volumes,
} from './volumes.ts';
