import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Account } from '../../access/index.ts';
import type { Caller } from '../../testing/caller.ts';
import { portalOfFile } from '../../testing/ofFile.ts';

let account: Account;
let membershipId: number;
let ada: Caller;

const portal = await portalOfFile({ volumes: { limits: { rows: 100, bytes: 1_000_000 } } });
const dataset = await portal.aDataset({ uniqueId: 'small', packagePath: portal.smallPackage });
beforeEach(async () => {
  ({ account, membershipId } = await portal.aMember({ dataset, level: 'phi' }));
  ada = await portal.signedIn(account);
});

const ask = (headers: Readonly<Record<string, string>> = {}, format = 'csv', caller = ada) =>
  caller.send({ method: 'GET', url: `/api/v2/small/query_tools/export_${format}`, headers });

const taken = () =>
  portal.db
    .selectFrom('export_volume')
    .select(['rows', 'bytes'])
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
    .then(({ rows, bytes }) => ({ rows: Number(rows), bytes: Number(bytes) }));

const recorded = async (action: 'export_begin' | 'export_rows') => {
  const lines = portal.db.selectFrom('audit_event').select('detail').where('account_id', '=', account.id);
  return (await lines.where('action', '=', action).orderBy('id').execute()).map(({ detail }) => detail);
};

describe.each(['csv', 'ndjson', 'parquet'])('an export of %s (rule 8.24)', (format) => {
  it('has its length, its digest and a tag, and its parts are the same bytes', async () => {
    const whole = await ask({}, format);
    const { etag, 'repr-digest': digest } = whole.headers;
    const size = whole.rawPayload.length;
    expect(whole.headers).toMatchObject({ 'accept-ranges': 'bytes', 'content-length': String(size) });
    const sum = createHash('sha256').update(whole.rawPayload).digest('base64');
    expect([etag, digest]).toEqual([`"${sum}"`, `sha-256=:${sum}:`]);
    const cut = Math.floor(size / 3);
    const parts = [
      await ask({ range: `bytes=0-${cut - 1}` }, format),
      await ask({ range: `bytes=${cut}-`, 'if-range': String(etag) }, format),
    ];
    expect(parts.map(({ statusCode }) => statusCode)).toEqual([206, 206]);
    expect(parts[1]?.headers['content-range']).toBe(`bytes ${cut}-${size - 1}/${size}`);
    expect(Buffer.concat(parts.map(({ rawPayload }) => rawPayload)).equals(whole.rawPayload)).toBe(true);
  });
});

describe('an export', () => {
  it('that was asked for within the hour is not made again, and later it is, with the same tag', async () => {
    const making = vi.spyOn(portal.questions, 'exportFile');
    const tags: unknown[] = [];
    try {
      for (const minutes of [0, 59, 1]) {
        portal.clock.advance(minutes);
        // Another session, since the first one has ended by then.
        const reply = await ask({}, 'csv', await portal.signedIn(account));
        expect(reply.statusCode).toBe(200);
        tags.push([reply.headers.etag, making.mock.calls.length]);
      }
      const [tag] = [tags[0]].flat();
      expect(tags).toEqual([
        [tag, 1],
        [tag, 1],
        [tag, 2],
      ]);
    } finally {
      making.mockRestore();
    }
  });

  it('is made for each account, and after each change of what the account may see', async () => {
    const making = vi.spyOn(portal.questions, 'exportFile');
    try {
      await ask();
      const { account: other } = await portal.aMember({ dataset, level: 'phi' });
      await ask({}, 'csv', await portal.signedIn(other));
      expect(making).toHaveBeenCalledTimes(2);
      await portal.db
        .updateTable('membership')
        .set({ access_level: 'deid' })
        .where('id', '=', membershipId)
        .execute();
      await ask();
      expect(making).toHaveBeenCalledTimes(3);
    } finally {
      making.mockRestore();
    }
  });

  it('is not given out of the spool to an account whose right to it has ended', async () => {
    const { headers } = await ask();
    await portal.db.deleteFrom('membership').where('id', '=', membershipId).execute();
    const resumed = await ask({ range: 'bytes=5-', 'if-range': String(headers.etag) });
    expect([resumed.statusCode, resumed.json().code]).toEqual([403, 'not_a_member']);
  });

  it('of another content than the tag names is sent whole, and a part that it has not is refused', async () => {
    const whole = await ask({ range: 'bytes=5-', 'if-range': '"another"' });
    expect([whole.statusCode, whole.headers['content-range']]).toEqual([200, undefined]);
    const none = await ask({ range: 'bytes=100000-' });
    expect([none.statusCode, none.json().code]).toEqual([416, 'no_such_range']);
  });

  it('has no parts by POST, and is not made for its headers alone', async () => {
    const path = '/api/v2/small/query_tools/export_csv';
    const posted = await ada.send({ method: 'POST', url: path, headers: { range: 'bytes=0-1' } });
    expect([posted.statusCode, posted.body.split('\r\n').length]).toEqual([200, 8]);
    const making = vi.spyOn(portal.questions, 'exportFile');
    const head = await ada.send({ method: 'HEAD', url: '/api/v2/small/query_tools/export_ndjson' });
    expect([head.statusCode, head.body, making.mock.calls.length]).toEqual([200, '', 0]);
    making.mockRestore();
  });
});

describe('what leaves of an export in parts', () => {
  it('is counted and recorded for each part, its rows never as fewer than those of the whole', async () => {
    const whole = await ask();
    const size = whole.rawPayload.length;
    expect(await taken()).toEqual({ rows: 6, bytes: size });
    let from = 0;
    for (const end of [10, 11, size - 1, size]) {
      await ask({ range: `bytes=${from}-${end - 1}` });
      from = end;
    }
    const { rows, bytes } = await taken();
    expect(bytes).toBe(2 * size);
    expect(rows).toBeGreaterThanOrEqual(12);
    expect(rows).toBeLessThanOrEqual(6 + 6 + 4);
    expect(await recorded('export_begin')).toHaveLength(5);
    const [first, ...parts] = await recorded('export_rows');
    expect(first).toMatchObject({ rows: 6, bytes: size, isComplete: true });
    expect(first).not.toHaveProperty('from');
    expect(parts).toMatchObject([
      { from: 0, size, bytes: 10, isComplete: true },
      { from: 10, size, bytes: 1 },
      { from: 11, size, bytes: size - 12 },
      { from: size - 1, size, bytes: 1 },
    ]);
  });

  it('ends with the limit of the day, however small the parts are', async () => {
    const statuses: number[] = [];
    for (let part = 0; part < 120; part += 1)
      statuses.push((await ask({ range: `bytes=${10 + (part % 60)}-${10 + (part % 60)}` })).statusCode);
    const sent = statuses.indexOf(429);
    expect(sent).toBeGreaterThan(50);
    expect(sent).toBeLessThanOrEqual(100);
    expect([statuses.slice(0, sent), statuses.slice(sent)].map((some) => [...new Set(some)])).toEqual([
      [206],
      [429],
    ]);
  });
});

it('an export whose rows are not those that were counted is refused, and nothing of it leaves', async () => {
  const count = portal.questions.ask;
  const counting = vi.spyOn(portal.questions, 'ask').mockImplementation(async (...question) => {
    const rows = await count(...question);
    return rows.map((row) => ('count' in row ? { ...row, count: Number(row['count']) + 1 } : row));
  });
  try {
    const reply = await ask();
    expect([reply.statusCode, reply.json().code]).toEqual([500, 'fault']);
    expect(await recorded('export_begin')).toEqual([]);
  } finally {
    counting.mockRestore();
  }
});
