import { takeLock } from '../home/index.ts';

/** A process that asks for the lock of a home, says what it got, and keeps it until its input ends or it is killed. */
const [home = ''] = process.argv.slice(2);
const attempt = await takeLock(home, 'a test');
process.stdout.write(`${attempt.kind}\n`);
process.stdin.resume();
process.stdin.once('end', async () => {
  if (attempt.kind === 'taken') await attempt.lock.release();
  process.exit(0);
});
