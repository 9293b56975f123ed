import { createRequire } from 'node:module';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Loaded into a portal by `bench/people.ts`: counts statements to the state database, CPU time and how late the event loop turns. */
const portal = process.env.BENCH_PORTAL;
if (portal !== undefined && process.send !== undefined) {
  const pg = createRequire(path.join(portal, 'package.json'))('pg');
  const ask = pg.Client.prototype.query;
  let statements = 0;
  pg.Client.prototype.query = function query(...given) {
    statements += 1;
    return ask.apply(this, given);
  };
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  let since = process.cpuUsage();
  process.on('message', () => {
    const { user, system } = process.cpuUsage(since);
    // Of each wait the millisecond is its own, since it is how often the monitor looks.
    process.send({
      statements,
      cpuMs: (user + system) / 1000,
      delayMs: delay.percentile(99) / 1e6 - 1,
      maxDelayMs: delay.max / 1e6 - 1,
    });
    statements = 0;
    since = process.cpuUsage();
    delay.reset();
  });
  process.channel.unref();
}
