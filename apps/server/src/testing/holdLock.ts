import { takeLock } from '../home/index.ts';

/** A process that tries to take the lock of a data directory, prints the result, and holds it until its input ends or it is killed. */
const [home = ''] = process.argv.slice(2);
const attempt = await takeLock(home, 'a test');
process.stdout.write(`${attempt.kind}\n`);
process.stdin.resume();
process.stdin.once('end', async () => {
  if (attempt.kind === 'taken') await attempt.lock.release();
  process.exit(0);
});
