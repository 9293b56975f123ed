import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { RegistrarSettings } from '../config/parseRegistrar.ts';

const words = z.string().trim().min(1);

/** What DataCite requires of a DOI that can be found (metadata schema 4.6, mandatory properties; REST API, POST /dois). */
const findable = z.object({
  doi: words,
  creators: z.array(z.object({ name: words, nameType: z.enum(['Organizational', 'Personal']) })).min(1),
  titles: z.array(z.object({ title: words })).min(1),
  publisher: z.object({ name: words }),
  publicationYear: z.int().min(1000).max(9999),
  types: z.object({ resourceTypeGeneral: z.literal('Dataset') }),
  url: z.url({ protocol: /^https?$/ }),
  schemaVersion: z.literal('http://datacite.org/schema/kernel-4'),
});
const sent = z.strictObject({
  data: z.strictObject({
    type: z.literal('dois'),
    attributes: z.looseObject({ event: z.enum(['publish', 'register', 'hide']).optional(), doi: words }),
  }),
});

interface Stored {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly state: 'draft' | 'findable';
}
type Answer = readonly [status: number, body: object];
const error = (status: number, title: string): Answer => [
  status,
  { errors: [{ status: String(status), title }] },
];
const shown = (status: number, doi: string, { attributes, state }: Stored): Answer => [
  status,
  { data: { id: doi, type: 'dois', attributes: { ...attributes, doi, state } } },
];

const ofRepository = { prefix: '10.1234', id: 'HEART.ONE', password: 'secret: ä' };
const { prefix, id, password } = ofRepository;
const authorization = `Basic ${Buffer.from(`${id}:${password}`).toString('base64')}`;

/** Creates a DOI, or changes the one that the path names. */
function change(dois: Map<string, Stored>, body: unknown, named: string | null): Answer {
  const read = sent.safeParse(body);
  if (!read.success) return error(400, z.prettifyError(read.error));
  const { event, ...attributes } = read.data.data.attributes;
  const doi = attributes.doi.toLowerCase();
  const before = dois.get(doi);
  if (!doi.startsWith(`${prefix}/`)) return error(422, 'The prefix is of another repository.');
  if (named === null && before !== undefined) return error(422, 'This DOI has already been taken');
  if (named !== null && (before === undefined || named !== doi)) return error(404, 'Not found.');
  const stored: Stored = { attributes, state: event === 'publish' ? 'findable' : (before?.state ?? 'draft') };
  const faults = stored.state === 'findable' ? findable.safeParse(attributes).error : undefined;
  if (faults !== undefined) return error(422, z.prettifyError(faults));
  dois.set(doi, stored);
  return shown(named === null ? 201 : 200, doi, stored);
}

/** A stand-in for DataCite's REST API: it checks who asks and what it is sent, and keeps DOIs. */
export async function dataCite() {
  const dois = new Map<string, Stored>();
  const asked: string[] = [];
  let refusal: { readonly status: number; readonly title: string } | null = null;

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { method = '', url = '', headers } = request;
    asked.push(`${method} ${url}`);
    const body = await text(request);
    if (headers.authorization !== authorization) return error(401, 'Bad credentials.');
    const doi = decodeURIComponent(url.replace(/^\/dois\/?/, '')).toLowerCase();
    const before = dois.get(doi);
    if (method === 'GET') return before === undefined ? error(404, 'Not found.') : shown(200, doi, before);
    if (headers['content-type'] !== 'application/vnd.api+json') return error(415, 'JSON:API is wanted.');
    if (refusal !== null) return error(refusal.status, refusal.title);
    return change(dois, JSON.parse(body), method === 'POST' ? null : doi);
  };

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request);
    response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const settings: RegistrarSettings = {
    url: `http://127.0.0.1:${port}`,
    ...{ prefix, repository: id, password },
    portal: 'https://portal.example.org',
  };
  return {
    settings,
    dois,
    /** Methods and paths since the last look. */
    asked: () => asked.splice(0),
    refuse: (with_: typeof refusal) => {
      refusal = with_;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
