import { setImmediate as turn } from 'node:timers/promises';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '../database/index.ts';
import { openTestDatabase } from '../testing/testDatabase.ts';
import type { Line } from './appendLines.ts';
import { record, verifyChain } from './index.ts';
import { createLineQueue } from './lineQueue.ts';

it('lines that come while others are appended are appended together, in their order', async () => {
  const { groups, append, next } = watchedAudit();
  const all = Promise.all(['a', 'b', 'c'].map(append));
  (await next()).done();
  (await next()).done();
  expect(await all).toEqual(['a is there', 'b is there', 'c is there']);
  expect(groups).toEqual([['a'], ['b', 'c']]);
});

it('a caller goes on after the commit of its line, and not before', async () => {
  const { append, next } = watchedAudit();
  let isThere = false;
  const appended = append('a').then(() => {
    isThere = true;
  });
  const end = await next();
  await turn();
  expect(isThere).toBe(false);
  end.done();
  await appended;
  expect(isThere).toBe(true);
});

it('where the database has undone a group, each of its lines is tried alone, and a bad one is refused', async () => {
  const { groups, append, next } = watchedAudit();
  const all = Promise.all(['a', 'b', 'c'].map(append));
  (await next()).done();
  (await next()).failed(undone());
  (await next()).failed(undone());
  (await next()).done();
  expect(await all).toEqual(['a is there', 'b: undone', 'c is there']);
  expect(groups).toEqual([['a'], ['b', 'c'], ['b'], ['c']]);
});

it('where nobody knows whether a group was stored, nothing is tried again, and all who wait are refused', async () => {
  const { groups, append, next } = watchedAudit();
  const [first, second, third] = ['a', 'b', 'c'].map(append);
  (await next()).failed(lost());
  await turn();
  expect(groups).toEqual([['a']]);
  expect(await Promise.all([first, second, third])).toEqual(['a: away', 'b: away', 'c: away']);
  expect(groups).toEqual([['a']]);
  const later = append('d');
  (await next()).done();
  expect(await later).toBe('d is there');
});

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it.each([
  ['the chain holds, in the order in which they came', null],
  ['one that cannot be stored spoils no other', 30],
])('of many lines at once %s', async (_rule, bad) => {
  const { db } = database;
  const before = await db.selectFrom('audit_head').select('id').executeTakeFirstOrThrow();
  const of = (index: number) => ({ definition: [String(index % 5)], description: 'Everyone' });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 60 }, (_, index) =>
      record(db, {
        // No number of an account is so large.
        accountId: index === bad ? 2 ** 40 : index,
        action: 'count',
        recordedQuery: { cohort: of(index) },
      }),
    ),
  );
  expect(outcomes.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual(
    bad === null ? [] : [bad],
  );
  const lines = db.selectFrom('audit_event').select('account_id').where('id', '>', before.id);
  const accounts = (await lines.orderBy('id').execute()).map(({ account_id }) => account_id);
  expect(accounts).toEqual(Array.from({ length: 60 }, (_, index) => index).filter((index) => index !== bad));
  expect(await verifyChain(db)).toMatchObject({ kind: 'whole' });
});

const aLine = (action: string): Line => ({
  account_id: null,
  operator: null,
  dataset_id: null,
  action,
  detail: '{}',
  stored: [],
});

/** An audit whose statements end when the test says so, and the groups that it was given. */
function watchedAudit() {
  const groups: string[][] = [];
  const ends: { done(): void; failed(error: Error): void }[] = [];
  const queue = createLineQueue((lines) => {
    groups.push(lines.map(({ action }) => action));
    return new Promise((done, failed) => {
      ends.push({ done, failed });
    });
  });
  const append = (action: string) =>
    queue.append(aLine(action)).then(
      () => `${action} is there`,
      (error: Error) => `${action}: ${error.message}`,
    );
  const next = async () => {
    while (ends.length === 0) await turn();
    const end = ends.shift();
    if (end === undefined) throw new Error('Nothing is being appended.');
    return end;
  };
  return { groups, append, next };
}

const undone = (): Error => Object.assign(new Error('undone'), { severity: 'ERROR', code: '22P02' });
const lost = (): Error => new PortalError('unavailable', 'away');
