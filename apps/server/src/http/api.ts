import type { CallScope } from '@atrium/contract/endpoints/declaration';
import type { Endpoint, Permission } from '@atrium/contract/endpoints/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OpenMeter } from './disclosed.ts';

/** Required permissions that are checked against a dataset. */
export type DatasetPermission = Exclude<Permission, 'anyone' | 'signedIn' | 'session' | 'staff'>;

/** Finds who is calling and what they may do. The access slice implements it, so that transport uses no table. */
export interface Gate<Account, Member, Line> {
  /**
   * The account of the request's session or token; null for an anonymous caller. A token that is not valid is refused
   * with not_signed_in, one without the scope with not_permitted; the scope `none` accepts no token, and the scope of
   * assistants no session.
   */
  whoIs(request: FastifyRequest, scope: CallScope): Promise<Account | null>;
  /** A text that is different for each account. */
  keyOf(account: Account): string;
  /** Whether the account is staff. */
  isStaff(account: Account): boolean;
  /** The account's membership; refuses with not_found, not_a_member, agreement_required or not_permitted, judged in this order. */
  admit(account: Account, dataset: string, permission: DatasetPermission): Promise<Member>;
  /** The dataset that the session of a request named last, by its id in paths; null where there is none. */
  lastDataset(request: FastifyRequest): Promise<string | null>;
  /** Stores that the session of a request has named the dataset of this member. */
  rememberDataset(request: FastifyRequest, member: Member): Promise<void>;
  /** Opens the count of what the member takes today; refuses with volume_limit where nothing is left (rule 8.21). */
  openMeter(member: Member): Promise<OpenMeter>;
  /** Appends a line about what a caller is about to be shown; returns after it is stored (rule 8.12). */
  record(caller: Caller<Account, Member>, line: Line): Promise<void>;
  /** Records for the operator that an account was refused a call. */
  recordRefusal(account: Account, refused: RefusedCall): Promise<void>;
  /** What the membership opens, as a text that changes when that changes. */
  standingOf(member: Member): string;
}

/** Who is shown something; null and undefined where the endpoint asks for neither account nor membership. */
export interface Caller<Account, Member> {
  readonly account: Account | null;
  readonly member: Member | undefined;
}

/** A call that an account has no permission for. */
export interface RefusedCall {
  /** Method and path of the endpoint, without the values of the path. */
  readonly call: string;
  /** The code of the refusal. */
  readonly code: string;
  /** The dataset that the path names, as it was typed; null where it names none. */
  readonly dataset: string | null;
  readonly address: string;
}

/** Where slices register their routes; the list of endpoints becomes the OpenAPI document. */
export interface Api<Account, Member, Line> {
  readonly server: FastifyInstance;
  readonly gate: Gate<Account, Member, Line>;
  readonly endpoints: Endpoint[];
  readonly clock: () => Date;
}

export function createApi<Account, Member, Line>(
  server: FastifyInstance,
  gate: Gate<Account, Member, Line>,
  clock: () => Date = () => new Date(),
): Api<Account, Member, Line> {
  return { server, gate, endpoints: [], clock };
}
