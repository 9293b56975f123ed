import type { Endpoint, Need } from '@atrium/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Needs that are judged against a dataset. */
export type DatasetNeed = Exclude<Need, 'anyone' | 'signedIn' | 'staff'>;

/** Who is calling and what they may do; the access slice is behind it, so that transport knows no table. */
export interface Gate<Account, Member> {
  /** The account behind the request's session, null for an anonymous caller. */
  whoIs(request: FastifyRequest): Promise<Account | null>;
  /** Does the account look after the site? */
  isStaff(account: Account): boolean;
  /** The account's membership; refuses with not_found, not_a_member or not_permitted, judged in this order. */
  admit(account: Account, dataset: string, need: DatasetNeed): Promise<Member>;
}

/** Where slices register their routes; the list of endpoints becomes the OpenAPI document. */
export interface Api<Account, Member> {
  readonly server: FastifyInstance;
  readonly gate: Gate<Account, Member>;
  readonly endpoints: Endpoint[];
}

export function createApi<Account, Member>(
  server: FastifyInstance,
  gate: Gate<Account, Member>,
): Api<Account, Member> {
  return { server, gate, endpoints: [] };
}
