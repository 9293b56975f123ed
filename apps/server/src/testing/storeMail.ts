import { setImmediate as turn } from 'node:timers/promises';
import { openDatabase } from '../database/index.ts';
import { openMailQueue } from '../mail/index.ts';

/** A program that stores a mail for an account while the mail server is away, says so, and stays until it is killed. */
const [home = '', url = '', account = ''] = process.argv.slice(2);
const { db } = await openDatabase({ home, databaseUrl: null });
const mails = await openMailQueue({
  db,
  settings: { url, from: 'portal@atrium.example' },
  onFault: () => {},
});
await db
  .transaction()
  .execute((inside) =>
    mails.enqueue(inside, { key: 'one', accountId: Number(account), subject: 'Stored', text: 'Still here.' }),
  );
process.stdout.write('stored\n');
for (;;) await turn();
