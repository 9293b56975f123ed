import type { ErrorCode } from '@atrium/contract';

/**
 * All kinds of callers of a route. `no-workspace` is deid without the workspace; `other person's object` is a phi
 * member who names an object of another phi member; `staff` is no member of the dataset. The tokens are those of a phi
 * member, each with one scope. The membership of `ended` is over. `no agreement` is a phi member who has not accepted the agreement of the dataset.
 */
export const callerKinds = [
  'anonymous',
  'non-member',
  'agg',
  'agg, no workspace',
  'no-workspace',
  'deid',
  'phi',
  "other person's object",
  'staff',
  'token to read',
  'token to export',
  'no agreement',
  'ended',
] as const;
export type CallerKind = (typeof callerKinds)[number];

/** `open`: answered with 200, or redirected. */
export type Outcome = 'open' | ErrorCode;
export type Outcomes = Readonly<Record<CallerKind, Outcome>>;

/** Objects that belong to one account; the last parameter of the path names one. */
export type PersonalObject =
  | 'cohort snapshot'
  | 'table snapshot'
  | 'analysis snapshot'
  | 'session'
  | 'token'
  | 'audit line'
  | 'report'
  | 'SSH key';

/** A request that the route answers. */
export interface RouteRequest {
  readonly body?: unknown;
  /** With the question mark. */
  readonly query?: string;
}

export interface RouteRow extends RouteRequest {
  readonly outcomes: Outcomes;
  readonly object?: PersonalObject;
}

export const everyone = (outcome: Outcome): Outcomes => ({
  anonymous: outcome,
  'non-member': outcome,
  agg: outcome,
  'agg, no workspace': outcome,
  'no-workspace': outcome,
  deid: outcome,
  phi: outcome,
  "other person's object": outcome,
  staff: outcome,
  'token to read': outcome,
  'token to export': 'not_permitted',
  'no agreement': outcome,
  ended: outcome,
});

export const signedIn: Outcomes = { ...everyone('open'), anonymous: 'not_signed_in' };
export const members: Outcomes = {
  ...signedIn,
  'non-member': 'not_a_member',
  staff: 'not_a_member',
  'no agreement': 'agreement_required',
  ended: 'not_a_member',
};

/** Calls about the account itself, which need a session. */
export const session = (outcome: Outcome): Outcomes => ({
  ...everyone(outcome),
  anonymous: 'not_signed_in',
  'token to read': 'not_permitted',
});
export const aggregates: Outcomes = {
  ...members,
  'agg, no workspace': 'not_permitted',
  'no-workspace': 'not_permitted',
};
export const subjects: Outcomes = { ...aggregates, agg: 'not_permitted' };

/** Calls of members who see subjects, also without the workspace. */
export const reports: Outcomes = { ...members, agg: 'not_permitted', 'agg, no workspace': 'not_permitted' };

/** Calls about a report of the caller: without the workspace nobody has one. */
export const ownReport: Outcomes = { ...reports, 'no-workspace': 'not_found' };

/** For callers with the permission there is no such report. */
export const noReport = (outcomes: Outcomes): Outcomes => ({
  ...everyone('not_found'),
  ...Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'open')),
});
/** For callers with the permission there is no such file type. */
export const noFile = (outcomes: Outcomes): Outcomes => ({
  ...everyone('bad_request'),
  ...Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'open')),
});
/** For callers with the permission there are no such bytes, as of a transfer or file that does not exist. */
export const noBytes = (outcomes: Outcomes): Outcomes => ({
  ...noReport(files(outcomes)),
  'token to export': 'not_found',
});
/** Receipts belong to no account: who may have them at all is tested in receipt.test.ts. */
export const unknownReceipt: Outcomes = {
  ...aggregates,
  agg: 'not_found',
  deid: 'not_found',
  phi: 'not_found',
  "other person's object": 'not_found',
  'token to read': 'not_found',
};

/** Calls of members before the agreement too, which need a session. */
export const beforeAgreement = (outcome: Outcome): Outcomes => ({
  ...session(outcome),
  'non-member': 'not_a_member',
  staff: 'not_a_member',
  ended: 'not_a_member',
});

/** Files need a token with the scope `export`; with one, the answer is this. */
export const files = (outcomes: Outcomes, allowed: Outcome = 'open'): Outcomes => ({
  ...outcomes,
  'token to read': 'not_permitted',
  'token to export': allowed,
});

/** An object of the Data Repository Service that there is not. */
export const noObject: Outcomes = { ...everyone('not_found'), anonymous: 'not_signed_in' };

/** Routes of staff, inside or outside a dataset; no membership opens them. */
export const staffOnly: Outcomes = {
  ...everyone('not_permitted'),
  anonymous: 'not_signed_in',
  staff: 'open',
};

/** A row whose path names a personal object; that of another account is not found. */
export const owned = (outcomes: Outcomes, object: PersonalObject, request: RouteRequest = {}): RouteRow => ({
  outcomes: { ...outcomes, "other person's object": 'not_found' },
  object,
  ...request,
});

export const row = (outcomes: Outcomes, request: RouteRequest = {}): RouteRow => ({
  outcomes,
  ...request,
});
