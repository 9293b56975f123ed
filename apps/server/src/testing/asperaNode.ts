import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

/** The request that a Node API accepts at `download_setup`, by its documentation. */
const setup = z.strictObject({
  transfer_requests: z
    .array(
      z.strictObject({
        transfer_request: z.strictObject({
          source_root: z.string().startsWith('/'),
          token_life_seconds: z.int().positive(),
          create_dir: z.boolean(),
          cookie: z.string(),
          http_fallback: z.boolean(),
          http_fallback_port: z.int(),
          paths: z.array(z.strictObject({ source: z.string(), destination: z.string() })).min(1),
        }),
      }),
    )
    .length(1),
});

export interface AsperaNode {
  readonly url: string;
  /** The requests that were accepted. */
  readonly accepted: readonly z.infer<typeof setup>['transfer_requests'][number]['transfer_request'][];
  /** The answer that it gives from now on. */
  behave(as: 'well' | 'refusing' | 'broken'): void;
  close(): Promise<void>;
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request.setEncoding('utf8')) text += String(part);
  return text;
}

/** A stand-in for the Node API of a transfer service: it checks who asks, and what it is sent. */
export async function asperaNode(authorization: string): Promise<AsperaNode> {
  const accepted: z.infer<typeof setup>['transfer_requests'][number]['transfer_request'][] = [];
  let behaviour: 'well' | 'refusing' | 'broken' = 'well';
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const text = await textOf(request);
    if (request.headers.authorization !== authorization) return send(401, { error: { code: 401 } });
    if (behaviour === 'broken') return send(500, {});
    if (request.method === 'GET' && request.url === '/info') return send(200, { name: 'node' });
    if (request.method !== 'POST' || request.url !== '/files/download_setup') return send(404, {});
    const read = setup.safeParse(JSON.parse(text));
    if (!read.success) return send(400, { error: { code: 400, reason: read.error.message } });
    const [first] = read.data.transfer_requests;
    if (behaviour === 'refusing' || first === undefined)
      return send(200, { transfer_specs: [{ error: { code: 403, reason: 'docroot', user_message: 'no' } }] });
    const transfer = first.transfer_request;
    accepted.push(transfer);
    const spec = {
      direction: 'receive',
      remote_host: 'transfer.example.org',
      remote_user: 'xfer',
      ssh_port: 33_001,
      fasp_port: 33_001,
      token: "ATV_it's_a_token",
      cipher: 'aes-128',
      rate_policy: 'fair',
      target_rate_kbps: 200_000,
      source_root: transfer.source_root,
      paths: transfer.paths,
      cookie: transfer.cookie,
    };
    return send(200, { transfer_specs: [{ transfer_spec: spec }] });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    behave: (as) => {
      behaviour = as;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
