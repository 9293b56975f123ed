import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { record } from '../audit/index.ts';
import { createImportQueue } from '../operations/index.ts';
import { kill } from '../testing/childProcess.ts';
import { freePort } from '../testing/freePort.ts';
import { type TestApp, testApp } from '../testing/testApp.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import { openTestWarehouse } from '../testing/testWarehouse.ts';
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts';

const run = promisify(execFile);
const prometheus = '/usr/bin/prometheus';
const promtool = '/usr/bin/promtool';
const hasPrometheus = existsSync(prometheus) && existsSync(promtool);
if (!hasPrometheus)
  process.stderr.write('!!! SKIPPED: no Prometheus here, so nothing scraped the metrics of the portal.\n');

let folder = '';
let portal: TestApp;
let metrics: Metrics;
let served: Awaited<ReturnType<typeof serveMetrics>>;
const token = 'a-token-for-the-scraper';

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'atrium-metrics-'));
  const state = await openTestDatabase();
  const research = await openTestWarehouse(path.join(folder, 'warehouse'));
  const installed = { home: folder, storageRoot: folder, version: '0', settingsFiles: [] };
  metrics = createMetrics({
    db: state.db,
    questions: research.warehouse.questions,
    indexes: research.warehouse.indexes,
    imports: createImportQueue(),
    clock: () => new Date(),
    installed,
  });
  portal = await testApp({ state, research, meter: metrics.meter });
  served = await serveMetrics(metrics, { host: '127.0.0.1', port: 0, token });
});

afterAll(async () => {
  await served.close();
  metrics.close();
  await portal.close();
  await rm(folder, { recursive: true, force: true });
});

const scrape = (headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
  fetch(served.url, { headers });

it('a caller without the token gets no metrics, and the address serves nothing else', async () => {
  expect((await scrape({})).status).toBe(401);
  expect((await scrape({ authorization: `Bearer ${token}x` })).status).toBe(401);
  const elsewhere = new URL('/', served.url);
  const reply = await fetch(elsewhere, { headers: { authorization: `Bearer ${token}` } });
  expect(reply.status).toBe(404);
});

it('answers are counted by call and status, and no label names a person, a dataset or a path', async () => {
  const secret = 'dataset-of-somebody';
  await portal.app.inject({ url: '/healthz' });
  await portal.app.inject({ url: `/api/v2/${secret}/cohort_def?token=${secret}` });
  await portal.app.inject({ url: `/${secret}/${secret}` });
  await portal.app.inject({ method: 'PROPFIND', url: `/${secret}` });
  await record(portal.db, { accountId: null, action: 'sign_in_refused' });
  const text = await (await scrape()).text();
  expect(text).toContain('atrium_requests_total{method="GET",route="/healthz",code="200"} 1');
  expect(text).toMatch(
    /atrium_requests_total\{method="GET",route="\/api\/v2\/:dataset\/cohort_def\/?",code="401"\} 1/,
  );
  expect(text).toContain('atrium_audit_lines_total{action="sign_in_refused"} 1');
  expect(text).toContain('atrium_up{store="state"} 1');
  expect(text).toContain('atrium_up{store="warehouse"} 1');
  expect(text).toContain('atrium_questions{state="waiting"} 0');
  expect(text).toContain('atrium_index_memory_bytes{of="used"} 0');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds');
  expect(text).not.toContain(secret);
});

it.skipIf(!hasPrometheus)(
  'Prometheus scrapes the portal and finds no error in the format',
  { tags: 'long' },
  async () => {
    const text = await (await scrape()).text();
    const checking = run(promtool, ['check', 'metrics']);
    checking.child.stdin?.end(text);
    expect(await checking).toMatchObject({ stdout: '', stderr: '' });

    const port = await freePort();
    const config = path.join(folder, 'prometheus.yml');
    await writeFile(
      config,
      `global: { scrape_interval: 1s }
scrape_configs:
  - job_name: atrium
    authorization: { credentials: ${token} }
    static_configs: [{ targets: ['${new URL(served.url).host}'] }]
`,
    );
    const server = spawn(prometheus, [
      `--config.file=${config}`,
      `--storage.tsdb.path=${path.join(folder, 'series')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ]);
    try {
      const found = await untilScraped(server, `http://127.0.0.1:${port}/api/v1/targets?state=active`);
      expect(found).toEqual({ health: 'up', lastError: '' });
    } finally {
      await kill(server);
    }
  },
);

const targets = z.object({
  data: z.object({ activeTargets: z.array(z.object({ health: z.string(), lastError: z.string() })) }),
});

async function untilScraped(server: ChildProcess, url: string): Promise<unknown> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`Prometheus ended with ${server.exitCode}.`);
    const reply = await fetch(url).catch(() => null);
    const [target] = reply?.ok === true ? targets.parse(await reply.json()).data.activeTargets : [];
    if (target !== undefined && target.health !== 'unknown') return target;
    await delay(200);
  }
}
