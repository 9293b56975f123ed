import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { serve, signIn } from './portal.ts';

/**
 * The user report of the staff rooms over a year of audit: `npx tsx bench/useReport.ts [lines] [accounts]`, one million
 * lines of 500 accounts if not given. Printed is how long the first request takes, which sums up what has happened since
 * the last one, and the median of later ones, over HTTP on the embedded state database. It ends with 1 where a later one
 * takes more than two seconds.
 */
const [lines = 1_000_000, accounts = 500] = process.argv.slice(2).map(Number);
const bar = 2000;
const calls = 9;

/** The hashes of these lines are none: nothing here verifies the chain. */
const fixture = `
  insert into account (username, password_hash)
    select 'person' || n, 'x' from generate_series(1, ${accounts}) as n;
  alter table audit_event disable trigger user;
  alter table audit_head disable trigger user;
  insert into audit_event (id, at, account_id, username, dataset_id, dataset, action, detail, previous_hash, hash)
    select head.id + n, now() - interval '365 days' * (1 - n::float / ${lines}), account.id, account.username,
      dataset.id, dataset.unique_id,
      (array['count', 'preview', 'statistics', 'cross_tab', 'export_rows', 'download_begin', 'sign_in'])[1 + n % 7],
      json_build_object('rows', n % 5000, 'sql', repeat('x', 200)), '', ''
    from audit_head as head, generate_series(1, ${lines}) as n
      join account on account.username = 'person' || (1 + n % ${accounts})
      join dataset on dataset.unique_id = (array['default', 'registry'])[1 + n % 2];
  update audit_head set id = id + ${lines};
  alter table audit_event enable trigger user;
  alter table audit_head enable trigger user;
  analyze;`;

const home = await mkdtemp(path.join(tmpdir(), 'atrium-bench-'));
try {
  await (await serve(home, [])).stop();
  const db = new PGlite(path.join(home, 'state'));
  await db.exec(fixture);
  await db.close();
  const portal = await serve(home, [], { ATRIUM_RATE_LIMITS: 'off' });
  try {
    await measure(portal.address);
  } finally {
    await portal.stop();
  }
} finally {
  await rm(home, { recursive: true, force: true });
}

async function measure(address: string): Promise<void> {
  const { cookie } = await signIn(address, { username: 'curator', password: 'atrium-demo' });
  const ask = async (below: string): Promise<number> => {
    const begun = performance.now();
    const reply = await fetch(`${address}/pcgc/api/admin/usage${below}`, { headers: { cookie } });
    if (!reply.ok) throw new Error(`${below}: ${reply.status} ${await reply.text()}`);
    await reply.text();
    return performance.now() - begun;
  };
  console.log(`first request, which sums up what is new: ${(await ask('')).toFixed(0)} ms`);
  for (const below of ['', '?since=2026-01&dataset=default', '/months', '/export_csv']) {
    const times: number[] = [];
    for (let call = 0; call < calls; call += 1) times.push(await ask(below));
    const median = times.toSorted((one, other) => one - other)[calls >> 1] ?? Number.NaN;
    console.log(`usage${below}: ${median.toFixed(0)} ms`);
    if (median > bar) process.exitCode = 1;
  }
}
