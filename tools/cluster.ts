import { spawn } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasFront, openFrontedPortals } from '../apps/server/src/testing/frontedPortals.ts';

/**
 * Two portals behind HAProxy, over PgBouncer and PostgreSQL with a replica, as processes of this machine: `npm run cluster`.
 * Ctrl-C ends all of it, and nothing is left; SIGUSR2 ends PostgreSQL at once, and the replica takes its place.
 */
const { values } = parseArgs({ options: { port: { type: 'string', default: '3000' } } });
const program = path.join(import.meta.dirname, '../apps/server/bin/atrium.cjs');
if (!hasFront) fail('Needs the packages postgresql, pgbouncer and haproxy of Debian.');

const portals = await openFrontedPortals({
  port: Number(values.port),
  hasReplica: true,
  launch: (env) =>
    spawn(process.execPath, [program, 'start', '--no-demo'], {
      // A signal of the terminal comes to this process alone, which ends all others in order.
      detached: true,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
});
const stopped = new Promise<void>((resolve) => {
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => resolve());
});
for (const name of portals.names) await Promise.race([portals.start(name), stopped]);
const variables = Object.entries(portals.environmentOf('one'))
  .filter(([name]) => name.startsWith('ATRIUM_') || name === 'DATABASE_URL')
  .map(([name, value]) => `${name}=${value}`);
process.stdout.write(`
The portals answer at ${portals.address}. For commands in another terminal:
  export ${variables.join(' ')}
  npx atrium user add NAME --staff --password-stdin
kill -USR2 ${process.pid} ends PostgreSQL, and its replica takes its place. Ctrl-C ends everything.
`);
process.once('SIGUSR2', () => void portals.failOver());
await stopped;
await portals.close();

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
