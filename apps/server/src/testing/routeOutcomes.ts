import type { Permission } from '@atrium/contract/endpoints/endpoint';
import { type ApiOperation, type PersonalObject, personalObjects } from './apiOperations.ts';
import { type Outcome, type RouteRequest, routeExceptions } from './routeExceptions.ts';

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

export type Outcomes = Readonly<Record<CallerKind, Outcome>>;

/** The answer of a route to every kind of caller (rule 8.2), to this request. */
export interface RouteRow extends RouteRequest {
  readonly outcomes: Outcomes;
  readonly object?: PersonalObject | undefined;
}

const everyone = (outcome: Outcome): Outcomes => ({
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
  'token to export': outcome,
  'no agreement': outcome,
  ended: outcome,
});

const signedIn: Outcomes = { ...everyone('open'), anonymous: 'not_signed_in' };
const noMember = { 'non-member': 'not_a_member', staff: 'not_a_member', ended: 'not_a_member' } as const;
const members: Outcomes = { ...signedIn, ...noMember, 'no agreement': 'agreement_required' };
const aggregates: Outcomes = {
  ...members,
  'agg, no workspace': 'not_permitted',
  'no-workspace': 'not_permitted',
};

/** Who may make a call with a permission, whatever its scope. */
const outcomesByPermission: Readonly<Record<Permission, Outcomes>> = {
  anyone: everyone('open'),
  signedIn,
  session: signedIn,
  staff: { ...everyone('not_permitted'), anonymous: 'not_signed_in', staff: 'open' },
  agreement: { ...signedIn, ...noMember },
  member: members,
  reports: { ...members, agg: 'not_permitted', 'agg, no workspace': 'not_permitted' },
  aggregates,
  subjects: { ...aggregates, agg: 'not_permitted' },
};

/** The tokens whose scope does not reach the call. */
function refusedTokens({ tokenScope }: ApiOperation): Partial<Outcomes> {
  const refusal = 'not_permitted' as const;
  return {
    ...(tokenScope !== 'read' && { 'token to read': refusal }),
    ...(tokenScope !== 'export' && { 'token to export': refusal }),
  };
}

/** The personal object that the path of a call names. */
function objectOf({ template }: ApiOperation): PersonalObject | undefined {
  const of = Object.entries(personalObjects).find(([parameter]) => template.includes(`{${parameter}}`));
  return of?.[1].find((object) => of[1].length === 1 || template.includes(`${object.split(' ')[0]}_def`));
}

/** The answers to a call, as its declaration has them; `finds` stands for the thing where the address has none. */
function outcomesOf(operation: ApiOperation, finds: Outcome): Outcomes {
  const allowed = Object.entries(outcomesByPermission[operation.permission]).map(([kind, outcome]) => [
    kind,
    outcome === 'open' ? finds : outcome,
  ]);
  const object = objectOf(operation);
  return {
    ...everyone(finds),
    ...Object.fromEntries(allowed),
    ...refusedTokens(operation),
    ...(object !== undefined && { "other person's object": 'not_found' as const }),
    // Without the workspace nobody has a report.
    ...(object === 'report' &&
      operation.permission === 'reports' && { 'no-workspace': 'not_found' as const }),
  };
}

export const nameOf = ({ method, template }: ApiOperation): string => `${method} ${template}`;

/** The row of a call: what it declares, and its exception. */
export function routeRow(operation: ApiOperation): RouteRow {
  const { finds = operation.namesNothing ? 'not_found' : 'open', ...request } =
    routeExceptions[nameOf(operation)] ?? {};
  return { outcomes: outcomesOf(operation, finds), object: objectOf(operation), ...request };
}
