import type { Endpoint, Need, TokenScope } from '@atrium/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Needs that are judged against a dataset. */
export type DatasetNeed = Exclude<Need, 'anyone' | 'signedIn' | 'session' | 'staff'>;

/** Who is calling and what they may do; the access slice is behind it, so that transport knows no table. */
export interface Gate<Account, Member> {
  /**
   * The account behind the request's session or token, null for an anonymous caller. A token is refused with
   * not_signed_in when it does not hold, and with not_permitted when it lacks the scope; a null scope takes none.
   */
  whoIs(request: FastifyRequest, scope: TokenScope | null): Promise<Account | null>;
  /** What tells the account from every other. */
  keyOf(account: Account): string;
  /** Does the account look after the site? */
  isStaff(account: Account): boolean;
  /** The account's membership; refuses with not_found, not_a_member or not_permitted, judged in this order. */
  admit(account: Account, dataset: string, need: DatasetNeed): Promise<Member>;
  /** What the membership opens, as a text that differs where that does. */
  standingOf(member: Member): string;
}

/** Where slices register their routes; the list of endpoints becomes the OpenAPI document. */
export interface Api<Account, Member> {
  readonly server: FastifyInstance;
  readonly gate: Gate<Account, Member>;
  readonly endpoints: Endpoint[];
  readonly clock: () => Date;
}

export function createApi<Account, Member>(
  server: FastifyInstance,
  gate: Gate<Account, Member>,
  clock: () => Date = () => new Date(),
): Api<Account, Member> {
  return { server, gate, endpoints: [], clock };
}
