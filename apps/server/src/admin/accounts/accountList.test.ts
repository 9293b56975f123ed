import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { portalOfFile } from '../../testing/ofFile.ts';

const calls = '/pcgc/api/admin/accounts';
const page = z.object({ count: z.number(), results: z.array(z.object({ username: z.string() })) });
const names = async (query: string) => {
  const { count, results } = page.parse((await asStaff.get(`${calls}?${query}`)).json());
  return [count, ...results.map(({ username }) => username)];
};

const portal = await portalOfFile();
const asStaff = await portal.signedIn(await portal.anAccount({ username: 'Staff', isStaff: true }));
for (const [username, fullName] of [
  ['bo', '=HYPERLINK("x")'],
  ['Ada', '100% Ada'],
  ['cy_d', 'Cyd'],
] as const)
  await portal.anAccount({ username, fullName });
await portal.db
  .updateTable('account')
  .set({ disabled_at: new Date() })
  .where('username', '=', 'bo')
  .execute();

describe('a list of a staff room (rule 15.4)', () => {
  it('is ordered without regard to case, either way', async () => {
    expect(await names('')).toEqual([4, 'Ada', 'bo', 'cy_d', 'Staff']);
    expect(await names('sort=username&sort_direction=-1')).toEqual([4, 'Staff', 'cy_d', 'bo', 'Ada']);
  });

  it('holds the rows that have every word, and takes % and _ as they are', async () => {
    expect(await names('search=AD')).toEqual([1, 'Ada']);
    expect(await names('search=ada+100%25')).toEqual([1, 'Ada']);
    expect(await names('search=c%25d')).toEqual([0]);
    expect(await names('search=y_')).toEqual([1, 'cy_d']);
  });

  it('is given page by page, and a page past its end is empty', async () => {
    expect(await names('page_size=3')).toEqual([4, 'Ada', 'bo', 'cy_d']);
    expect(await names('page_size=3&page=2')).toEqual([4, 'Staff']);
    expect(await names('page_size=3&page=3')).toEqual([4]);
  });

  it('can be filtered by each filter of the room', async () => {
    expect(await names('state=disabled')).toEqual([1, 'bo']);
  });

  it.each([
    ['page=0', 'page'],
    ['page_size=201', 'page_size'],
    ['sort=password_hash', 'sort'],
    ['sort_direction=2', 'sort_direction'],
    ['state=gone', 'state'],
  ])('refuses %s and names the field', async (query, field) => {
    const reply = await asStaff.get(`${calls}?${query}`);
    expect([reply.statusCode, reply.json().code, reply.json().field]).toEqual([400, 'bad_request', field]);
  });

  it('is saved whole as CSV without a text that a spreadsheet would run, and the audit notes it', async () => {
    const reply = await asStaff.get(`${calls}/export_csv?search=o`);
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, ...lines] = reply.body.trim().split('\r\n');
    expect(heading).toMatch(/^username,name,/);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^bo,"'=HYPERLINK\(""x""\)",/);
    const audit = (await asStaff.get('audit?action=staff_export')).json();
    expect(audit.results[0].detail).toEqual({ room: 'accounts', rows: 1 });
  });
});
