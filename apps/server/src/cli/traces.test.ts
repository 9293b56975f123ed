import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import type { Meter } from '../http/index.ts';
import { portalOfFile } from '../testing/ofFile.ts';
import { createTraces } from './traces.ts';

const token = 'a-token-of-the-receiver';

const span = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int(),
  startTimeUnixNano: z.coerce.bigint(),
  endTimeUnixNano: z.coerce.bigint(),
  attributes: z.array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) })),
  status: z.object({ code: z.int().optional() }),
});
const traces = z.object({
  resourceSpans: z.array(z.object({ scopeSpans: z.array(z.object({ spans: z.array(span) })) })),
});

let answered: Meter['answered'] = () => {};
const faults: unknown[] = [];

const receiver: Receiver = await openReceiver();
const portal = await portalOfFile({
  meter: { answered: (answer) => answered(answer), beginDownload: () => () => {} },
});
afterEach(() => {
  receiver.bodies.splice(0);
  faults.splice(0);
});
afterAll(() => receiver.close());

it('an answer is a span, its statements are spans below it, and neither names the account, the question or the dataset (rule 16.6)', async () => {
  const secrets = ['secret-hearts', 'secret-ada', 'Female'];
  const [uniqueId = '', username = '', category] = secrets;
  const dataset = await portal.aDataset({ uniqueId, packagePath: portal.smallPackage });
  const ada = await portal.anAccount({ username });
  await portal.aMember({ dataset, account: ada, level: 'phi' });
  const asAda = await portal.signedIn(ada);
  await traced(1, { token }, async () => {
    await asAda.post(`${uniqueId}/cohort_def`, {
      transformation: { type: 'add_entry', concept_id: 'sex', selected_categories: [category] },
    });
    await asAda.get(`${uniqueId}/query_tools/count?word=${uniqueId}`);
    await portal.app.inject({ url: `/${uniqueId}/${username}` });
  });
  const spans = spansOf(receiver.bodies);
  const count = spans.find(({ name }) => /^GET \S*:dataset\/query_tools\/count/.test(name));
  expect(count?.attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 200 } });
  const below = spans.filter(({ parentSpanId }) => parentSpanId === count?.spanId);
  expect(below.map(({ name, traceId }) => [name, traceId])).toContainEqual(['statement', count?.traceId]);
  for (const one of below) {
    expect(one.startTimeUnixNano).toBeGreaterThanOrEqual(count?.startTimeUnixNano ?? 0n);
    expect(one.endTimeUnixNano).toBeLessThanOrEqual(count?.endTimeUnixNano ?? 0n);
  }
  expect(spans.map(({ name }) => name)).toContain('GET unmatched');
  const all = receiver.bodies.join('\n');
  for (const secret of secrets) expect(all).not.toContain(secret);
  expect(all).not.toMatch(/\bselect\b/i);
  expect(faults).toEqual([]);
});

it('with a share of 0 no span is sent', async () => {
  await traced(0, { token }, () => portal.app.inject({ url: '/healthz' }));
  expect(receiver.bodies).toEqual([]);
});

it('spans that the receiver refuses are reported, and the portal goes on', async () => {
  await traced(1, { token: 'another' }, async () => {
    expect((await portal.app.inject({ url: '/healthz' })).statusCode).toBe(200);
  });
  expect(faults).not.toEqual([]);
});

/** A receiver of OTLP over HTTP; it takes spans as the protocol has them, from who has the token. */
interface Receiver {
  readonly url: string;
  readonly bodies: string[];
  close(): Promise<void>;
}

async function openReceiver(): Promise<Receiver> {
  const bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    const isRight =
      request.method === 'POST' &&
      request.url === '/v1/traces' &&
      request.headers['content-type'] === 'application/json' &&
      request.headers.authorization === `Bearer ${token}`;
    void text(request).then((body) => {
      if (isRight) bodies.push(body);
      response.writeHead(isRight ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}/v1/traces`,
    bodies,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

const spansOf = (bodies: readonly string[]) =>
  bodies
    .flatMap((body) => traces.parse(JSON.parse(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans);

const traced = async (
  share: number,
  given: { token: string },
  ask: () => Promise<unknown>,
): Promise<void> => {
  const made = createTraces({
    settings: { url: receiver.url, share, token: given.token },
    version: '1.2.3',
    onFault: (error) => void faults.push(error),
  });
  answered = made.answered;
  await ask();
  await made.close();
};
