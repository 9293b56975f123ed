import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { z } from 'zod';
import type { RegistrarSettings } from '../config/parseRegistrar.ts';

/** A DOI as the registrar has it. */
export interface RegisteredDoi {
  readonly state: string;
  readonly url: string | null;
}

/** The registrar of the site, asked through the interface of DataCite (REST API, `/dois`, JSON:API 1.0). */
interface Registrar {
  /** Null where the registrar does not have it. */
  find(doi: string): Promise<RegisteredDoi | null>;
  create(doi: string, attributes: object): Promise<RegisteredDoi>;
  update(doi: string, attributes: object): Promise<RegisteredDoi>;
}

const answered = z.object({
  data: z.object({
    attributes: z.object({ doi: z.string(), state: z.string(), url: z.string().nullish() }),
  }),
});
const refused = z.object({ errors: z.array(z.object({ title: z.string() })).min(1) });

const timeoutMs = 30_000;
const maxReasonLetters = 500;

export function createRegistrar({ url, repository, password }: RegistrarSettings): Registrar {
  const authorization = `Basic ${Buffer.from(`${repository}:${password}`).toString('base64')}`;
  const ask = async (method: string, path: string, attributes?: object) => {
    try {
      return await fetch(`${url}/dois${path}`, {
        method,
        headers: {
          authorization,
          accept: 'application/vnd.api+json',
          ...(attributes === undefined ? {} : { 'content-type': 'application/vnd.api+json' }),
        },
        ...(attributes === undefined ? {} : { body: JSON.stringify({ data: { type: 'dois', attributes } }) }),
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
    } catch (cause) {
      throw new PortalError('unavailable', 'The registrar of DOIs does not answer. Try again later.', {
        cause,
      });
    }
  };
  const send = async (method: string, path: string, attributes: object & { readonly doi: string }) =>
    parse(await ask(method, path, attributes), attributes.doi);
  return {
    find: async (doi) => {
      const reply = await ask('GET', pathOf(doi));
      if (reply.status !== 404) return parse(reply, doi);
      await reply.body?.cancel();
      return null;
    },
    create: (doi, attributes) => send('POST', '', { ...attributes, doi }),
    update: (doi, attributes) => send('PUT', pathOf(doi), { ...attributes, doi }),
  };
}

const pathOf = (doi: string): string => `/${doi.split('/').map(encodeURIComponent).join('/')}`;

async function parse(reply: Response, doi: string): Promise<RegisteredDoi> {
  const body = await reply.json().catch(() => undefined);
  if (!reply.ok) {
    const reasons = refused.safeParse(body).data?.errors.map(({ title }) => withoutUnsafe(title, ' ')) ?? [];
    const says = [...new Set(reasons)].join('; ').slice(0, maxReasonLetters) || `status ${reply.status}`;
    throw new PortalError('conflict', `The registrar of DOIs refused ${doi}: ${says}`);
  }
  const read = answered.safeParse(body).data?.data.attributes;
  if (read?.doi.toLowerCase() !== doi.toLowerCase())
    throw new PortalError('unavailable', `The registrar of DOIs gave no answer about ${doi}.`);
  return { state: read.state, url: read.url ?? null };
}
