import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Api, Gate } from './api.ts';
import { peekBody } from './parseBody.ts';

interface ReceivedRequest {
  readonly account: unknown;
  readonly request: FastifyRequest;
}

const named = z.object({ dataset: z.string() });

export type Admitted = Awaited<ReturnType<typeof admit>>;

/** The account of a request, which its log line about a refusal names; null for an anonymous caller who may ask this. */
export async function whoAsks(
  { gate }: Api<unknown, unknown, unknown>,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<unknown> {
  const account = await gate.whoIs(request, endpoint.declares.scope);
  if (account === null && endpoint.permission !== 'anyone')
    throw new PortalError('not_signed_in', 'Please sign in.');
  request.accountKey = account === null ? null : gate.keyOf(account);
  return account;
}

/** An id that nothing can have is not found, like one that nothing has (rule 9.20). */
function paramsOf({ params }: Endpoint, request: FastifyRequest): unknown {
  const read = params.safeParse(request.params);
  if (!read.success) throw new PortalError('not_found', 'There is nothing at this address.');
  return read.data;
}

export async function admit(
  { gate }: Api<unknown, unknown, unknown>,
  endpoint: Endpoint,
  { account, request }: ReceivedRequest,
) {
  const params = paramsOf(endpoint, request);
  if (
    endpoint.permission === 'anyone' ||
    endpoint.permission === 'signedIn' ||
    endpoint.permission === 'session'
  )
    return { account, member: undefined, params };
  if (endpoint.permission === 'staff') {
    if (!gate.isStaff(account)) throw new PortalError('not_permitted', 'This is for staff only.');
    return { account, member: undefined, params };
  }
  const dataset = endpoint.namesDataset === undefined ? named.parse(request.params).dataset : null;
  const member = await gate.admit(account, dataset ?? (await datasetOf(gate, request)), endpoint.permission);
  return { account, member, params };
}

/** Of a body or a query, before either is judged; a name that is no text is no dataset's. */
const naming = z.object({ dataset: z.unknown() }).partial();
const isNamed = (dataset: unknown): boolean =>
  dataset !== undefined && dataset !== null && dataset !== '' && dataset !== 'undefined';

/** That of ids in paths (rule 9.8). */
const datasetForm = /^[\w-]{1,63}$/;

/** The dataset that a request names in its body or its query, else the one that its session named last (rule 13.10). */
async function datasetOf(
  { lastDataset }: Pick<Gate<unknown, unknown, unknown>, 'lastDataset'>,
  request: FastifyRequest,
): Promise<string> {
  for (const part of [peekBody(request), request.query]) {
    const { data } = naming.safeParse(part);
    if (!isNamed(data?.dataset)) continue;
    const name = String(data?.dataset);
    if (datasetForm.test(name)) return name;
    throw fieldRefusal('not_found', 'dataset', 'must be an id of letters, digits, _ and -');
  }
  const last = await lastDataset(request);
  if (last === null) throw fieldRefusal('bad_request', 'dataset', 'name a dataset, or open one first');
  return last;
}

/** Refuses where the caller may no longer make this call, or may now see something else. */
export async function requireSame(
  api: Api<unknown, unknown, unknown>,
  endpoint: Endpoint,
  { request, admitted }: { readonly request: FastifyRequest; readonly admitted: Admitted },
): Promise<Admitted> {
  const now = await admit(api, endpoint, { account: await whoAsks(api, endpoint, request), request });
  const { gate } = api;
  const keyOf = ({ account, member }: Admitted) =>
    [account === null ? '' : gate.keyOf(account), member === undefined ? '' : gate.standingOf(member)].join(
      ' ',
    );
  if (keyOf(now) === keyOf(admitted)) return now;
  request.log.warn('a download was stopped: what its caller may see has changed');
  throw new PortalError('not_permitted', 'What you may see has changed. Please start again.');
}

const refusedPermissions: ReadonlySet<string> = new Set([
  'not_permitted',
  'not_a_member',
  'agreement_required',
  'purpose_required',
  'volume_limit',
]);

/** Records that an account was refused a call, also one that only a link of it names. */
export async function recordRefusal(
  { gate }: Api<unknown, unknown, unknown>,
  endpoint: Endpoint,
  { account, request, error }: ReceivedRequest & { readonly error: unknown },
): Promise<void> {
  const { linkedTo } = request;
  const refused = account ?? linkedTo?.account ?? null;
  if (refused === null || !(error instanceof PortalError) || !refusedPermissions.has(error.code)) return;
  const params = named.safeParse(request.params);
  await gate.recordRefusal(refused, {
    call: `${endpoint.method} ${endpoint.path}`,
    code: error.code,
    dataset: params.success ? params.data.dataset : (linkedTo?.dataset ?? null),
    address: request.ip,
  });
}
