import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { beaconEndpoints } from '@atrium/contract/endpoints/beacon';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type AskingAssistant, askAs } from '../audit/index.ts';

/** All calls that an assistant reaches; none lists rows or files, and none changes what a person has made (rule 14.81). */
export const calls = {
  datasets: catalogueEndpoints.datasets,
  memberships: catalogueEndpoints.memberships,
  search: catalogueEndpoints.conceptSearch,
  concept: catalogueEndpoints.concept,
  cohort: cohortEndpoints.read,
  count: cohortEndpoints.countEdited,
  individuals: beaconEndpoints.individualsByPost,
  crossTab: analysisEndpoints.run,
  propose: assistantEndpoints.propose,
} as const;
type Calls = typeof calls;

interface Given {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Makes one of these calls in the name of the person, and parses its reply. */
export type CallPortal = <Reply>(
  endpoint: Pick<Calls[keyof Calls], 'method' | 'path'> & { readonly reply: z.ZodType<Reply> },
  given: Given,
) => Promise<Reply>;

/** A call was refused, in the words and with the code of the portal. */
export class RefusedCall extends Error {
  readonly code: string;

  constructor(code: string, detail: string) {
    super(detail);
    this.code = code;
  }
}

const refusal = z.object({ detail: z.string(), code: z.string().default('fault') });
const beaconRefusal = z
  .object({ error: z.object({ errorMessage: z.string(), code: z.string() }) })
  .transform(({ error }) => ({ detail: error.errorMessage, code: error.code }));

/**
 * Sends calls to the portal as the request of the assistant came: with its token, from its address. Each is judged,
 * limited, metered and recorded like a call from outside.
 */
export function createCallPortal(
  request: FastifyRequest,
  { assistant, signal }: { readonly assistant: AskingAssistant; readonly signal: AbortSignal },
): CallPortal {
  const { server, headers } = request;
  const { authorization = '' } = headers;
  return async ({ method, path, reply }, { params = {}, query = {}, body }) => {
    const url = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''));
    const answer = await askAs(assistant, () =>
      server.inject({
        method,
        url: `${url}?${new URLSearchParams(query)}`,
        headers: {
          authorization,
          host: request.host,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        remoteAddress: request.ip,
        signal,
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      }),
    );
    const read: unknown = JSON.parse(answer.payload);
    if (answer.statusCode === 200) return reply.parse(read);
    const { detail, code } = z.union([beaconRefusal, refusal]).parse(read);
    throw new RefusedCall(code, detail);
  };
}
