import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { hasFront, openFrontedPortals } from '../apps/server/src/testing/frontedPortals.ts';
import { makeDemoHome } from '../e2e/demoHome.ts';

/**
 * Journeys of the browser through HAProxy, over two portals, of which one is killed and started again every thirty
 * seconds: `npm run explore -- cluster`. The demo moves from one portal to two as `docs/operations.md` says. At the end
 * the chain of the audit is whole. A journey that a kill interrupts is walked once more, as a person would.
 */
const root = path.resolve(import.meta.dirname, '..');
const program = path.join(root, 'apps/server/bin/atrium.cjs');
const everyMs = 30_000;
const journeys = [
  'query',
  'building',
  'aggregate',
  'results',
  'reports',
  'gridKeys',
  'queuedEdits',
  'editors',
];

if (!hasFront) {
  process.stderr.write('Needs the packages postgresql, pgbouncer and haproxy of Debian.\n');
  process.exit(1);
}

const folder = mkdtempSync(path.join(tmpdir(), 'atrium-journeys-'));
const { DATABASE_URL: _url, ...inherited } = process.env;
const run = (args: readonly string[], env: Readonly<Record<string, string>>): void => {
  const ended = spawnSync(process.execPath, [program, ...args], { env: { ...inherited, ...env }, cwd: root });
  if (ended.status !== 0) throw new Error(`${args.join(' ')}: ${ended.stdout}${ended.stderr}`);
};
const demo = await makeDemoHome();
const portals = await openFrontedPortals({
  env: { ATRIUM_RATE_LIMITS: 'off' },
  launch: (env) =>
    spawn(process.execPath, [program, 'start', '--no-demo'], {
      detached: true,
      env: { ...inherited, ...env },
      stdio: 'ignore',
    }),
});
const isOver = new AbortController();
let kills = 0;
let status = 1;
try {
  const { ATRIUM_SHARED_FOLDER: shared = '', ...alone } = portals.environmentOf('one');
  run(['backup', folder], { ATRIUM_HOME: demo.home });
  const [backup = ''] = readdirSync(folder);
  run(['restore', path.join(folder, backup)], alone);
  const files = path.join(demo.home, 'files');
  if (existsSync(files)) cpSync(files, path.join(shared, 'files'), { recursive: true });
  for (const name of portals.names) await portals.start(name);

  const killing = killInTurn();
  const browser = spawn(
    path.join(root, 'node_modules/.bin/playwright'),
    [
      ...['test', '--config', 'e2e/playwright.config.ts', '--retries', '1', '--workers', '1'],
      ...journeys.map((name) => `/${name}.spec.ts`),
    ],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...inherited, ATRIUM_E2E_URL: portals.address, ATRIUM_E2E_HOME: demo.home },
    },
  );
  const [code] = await once(browser, 'exit');
  isOver.abort();
  await killing;
  run(['audit', 'verify'], portals.environmentOf('one'));
  process.stdout.write(`cluster: ${kills} portals were killed, and the chain of the audit is whole\n`);
  status = Number(code ?? 1);
} finally {
  isOver.abort();
  await portals.close();
  demo.removeHome();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status);

async function killInTurn(): Promise<void> {
  for (;;)
    for (const name of portals.names) {
      await pause(everyMs, undefined, { signal: isOver.signal }).catch(() => {});
      if (isOver.signal.aborted) return;
      await portals.end(name, 'SIGKILL');
      kills += 1;
      await portals.start(name);
    }
}
