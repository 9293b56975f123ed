import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../config/signInSettings.ts';
import type { Caller } from '../testing/caller.ts';
import { testPassword } from '../testing/factories.ts';
import { portalOfFile } from '../testing/ofFile.ts';

const publicUrl = 'https://portal.example';
const news = '/pcgc/api/news';
const admin = '/pcgc/api/admin/news';

const portal = await portalOfFile({ signIn: { ...localSignInOnly, publicUrl } });
const staff = await portal.signedIn(await portal.anAccount({ isStaff: true, fullName: 'Stella Staff' }));
const member = await portal.signedIn((await portal.aMember({ level: 'agg' })).account);
const stranger = await portal.signedIn(await portal.anAccount());

describe('who reads what (rule 14.2)', () => {
  it('drafts and scheduled articles are for staff, articles for members for members', async () => {
    await save({ title: 'For all' });
    const internal = await save({ title: 'For members', audience: 'members' });
    await save({ title: 'A draft', state: 'draft' });
    const later = await save({ title: 'Next month', publish_at: '2026-06-01T08:00:00Z' });
    expect(later.state).toBe('scheduled');
    const seen = async (caller: Caller) => (await titles(caller)).toSorted();
    expect(await seen(portal.anonymous)).toEqual(['For all']);
    expect(await seen(stranger)).toEqual(['For all']);
    expect(await seen(member)).toEqual(['For all', 'For members']);
    expect(await seen(staff)).toEqual(['A draft', 'For all', 'For members', 'Next month']);
    const statuses = async (id: number | string) =>
      Promise.all(
        [portal.anonymous, stranger, member, staff].map(
          async (caller) => (await caller.get(`${news}/article/${id}`)).statusCode,
        ),
      );
    expect(await statuses(internal.id)).toEqual([404, 404, 200, 200]);
    expect(await statuses(internal.slug)).toEqual([404, 404, 200, 200]);
    expect(await statuses(later.id)).toEqual([404, 404, 404, 200]);
  });

  it('a scheduled article is public from its moment on', async () => {
    const soon = new Date(portal.clock.now().getTime() + 60_000).toISOString();
    const { id } = await save({ title: 'In a minute', publish_at: soon });
    expect((await portal.anonymous.get(`${news}/article/${id}`)).json().detail).toBe('Not found.');
    portal.clock.advance(1);
    expect((await portal.anonymous.get(`${news}/article/${id}`)).json()).toMatchObject({
      created: soon,
      state: 'published',
    });
  });

  it('a tag that only drafts have is shown to staff only', async () => {
    await save({ title: 'Hidden', state: 'draft', tags: ['Rumours'] });
    const names = async (caller: Caller) =>
      (await caller.get(`${news}/article-tag/`)).json().results.map(({ name }: { name: string }) => name);
    expect(await names(portal.anonymous)).not.toContain('Rumours');
    expect(await names(member)).not.toContain('Rumours');
    expect(await names(staff)).toContain('Rumours');
  });

  it('a token of staff reads as a member does, and a membership that has ended opens nothing', async () => {
    const account = await portal.anAccount({ isStaff: true, password: testPassword });
    const ended = await portal.signedIn((await portal.aMember({ endsAt: portal.clock.now() })).account);
    expect(await titles(ended)).not.toContain('For members');
    const made = await (await portal.signedIn(account)).post('auth/tokens', {
      name: 'reader',
      scopes: ['read'],
      expires_in_days: 1,
      password: testPassword,
    });
    const { secret } = made.json();
    const reply = await portal.anonymous.send({
      url: `${news}/article/`,
      headers: { authorization: `Bearer ${secret}` },
    });
    expect([reply.statusCode, reply.json().count > 0]).toEqual([200, true]);
    expect(reply.json().results.map(({ state }: { state: string }) => state)).not.toContain('draft');
  });
});

describe('the list (rule 14.3)', () => {
  it('has ten articles a page, newest first, with absolute addresses of its neighbours', async () => {
    for (let number = 1; number <= 21; number += 1)
      await save({
        title: `Number ${number}`,
        tags: ['Counting'],
        publish_at: `2026-04-${String(number).padStart(2, '0')}T08:00:00Z`,
      });
    const tags = (await portal.anonymous.get(`${news}/article-tag/`)).json().results;
    const { id } = tags.find(({ name }: { name: string }) => name === 'Counting');
    const pages = await Promise.all(
      [1, 3, 4].map(async (page) =>
        (await portal.anonymous.get(`${news}/article?page=${page}&tag=${id}`)).json(),
      ),
    );
    expect(pages.map(({ count, results }) => [count, results.length])).toEqual([
      [21, 10],
      [21, 1],
      [21, 0],
    ]);
    expect(pages.map(({ next, previous }) => [next, previous])).toEqual([
      [`${publicUrl}${news}/article?page=2&tag=${id}`, null],
      [null, `${publicUrl}${news}/article?page=2&tag=${id}`],
      [null, `${publicUrl}${news}/article?page=3&tag=${id}`],
    ]);
    expect(pages[0].results[0]).toMatchObject({ title: 'Number 21', tags: [{ id, name: 'Counting' }] });
    expect(pages[0].results[0]).not.toHaveProperty('author');
  });

  it.each(['99999', '0', 'Counting', '1e3', '-1'])('an unknown tag (%s) is an empty list', async (tag) => {
    const reply = await portal.anonymous.get(`${news}/article/?tag=${tag}`);
    expect([reply.statusCode, reply.json().count, reply.json().results]).toEqual([200, 0, []]);
  });

  it('a page that is no number from 1 is refused by name', async () => {
    for (const page of ['0', 'two'])
      expect((await portal.anonymous.get(`${news}/article/?page=${page}`)).json()).toMatchObject({
        field: 'page',
      });
  });

  it('a slug of digits alone would be an id, so no article has one', async () => {
    const [first, second] = [await save({ title: '2026' }), await save({ title: '2026!' })];
    expect([first.slug, second.slug]).toEqual(['news-2026', 'news-2026-2']);
    const found = (await portal.anonymous.get(`${news}/article/news-2026-2/`)).json();
    expect(found.id).toBe(second.id);
  });
});

describe('writing', () => {
  it('what is stored is sanitised (rule 14.1)', async () => {
    const source = [
      '# Big\n\nA [link](https://x.example "t"), a [bad one](javascript:alert(1)) and <b onclick="x()">bold</b>.',
      '<script>alert(1)</script><img src=x onerror=alert(1)><iframe src="https://x.example"></iframe>',
      '<a href="//x.example">elsewhere</a> <a href="/metrics">here</a> <svg onload=alert(1)>',
    ].join('\n\n');
    const { body } = await save({ title: 'Markup', source });
    expect(body).toContain('<h2>Big</h2>');
    expect(body).toContain('<a href="https://x.example" rel="noopener noreferrer">link</a>');
    expect(body).toContain('<strong>bold</strong>');
    expect(body).toContain('<a href="/metrics" rel="noopener noreferrer">here</a>');
    expect(body).not.toMatch(/javascript:|script|onclick|onerror|<img|iframe|svg|"\/\/x/);
    const preview = (await staff.post(`${admin}/preview`, { source })).json();
    expect(preview.body).toBe(body);
  });

  it('an edit of an older version is refused, and changes nothing (rule 14.4)', async () => {
    const { id, version } = await save({ title: 'Together' });
    expect(await save({ title: 'Mine', version }, `${admin}/${id}`)).toMatchObject({ version: 2 });
    const late = await staff.post(`${admin}/${id}`, article({ title: 'Theirs', version }));
    expect([late.statusCode, late.json().code]).toEqual([412, 'changed_meanwhile']);
    const without = await staff.post(`${admin}/${id}`, article({ title: 'Theirs' }));
    expect([without.statusCode, without.json().field]).toEqual([400, 'version']);
    expect((await staff.get(`${admin}/${id}`)).json()).toMatchObject({ title: 'Mine', version: 2 });
  });

  it('an edit keeps the day of publication, and a draft has none', async () => {
    const { id, created } = await save({ title: 'Steady', publish_at: '2026-03-01T10:00:00Z' });
    const edited = await save({ title: 'Steadier', version: 1 }, `${admin}/${id}`);
    expect(edited.created).toBe(created);
    expect(await save({ version: 2, state: 'draft' }, `${admin}/${id}`)).toMatchObject({ state: 'draft' });
  });

  it('tags are known whatever their case; one is renamed, and deleted without its articles', async () => {
    const { id } = await save({ title: 'Tagged', tags: ['Tools', 'tools', ' TOOLS '] });
    const tags = async () => (await staff.get(`${admin}-tag`)).json().results;
    const tool = (await tags()).find(({ name }: { name: string }) => name === 'Tools');
    expect(tool).toMatchObject({ articles: 1 });
    expect((await staff.post(`${admin}-tag/${tool.id}`, { name: 'releases' })).json().code).toBe('conflict');
    expect((await staff.post(`${admin}-tag/${tool.id}`, { name: 'Software' })).json().name).toBe('Software');
    expect((await staff.post(`${admin}-tag/${tool.id}/delete`)).statusCode).toBe(200);
    expect((await staff.get(`${admin}/${id}`)).json().tags).toEqual([]);
  });

  it('what is too long or empty is refused by its name', async () => {
    for (const [field, value] of [
      ['title', ' '],
      ['title', 'x'.repeat(161)],
      ['source', 'x'.repeat(40_001)],
      ['audience', 'friends'],
      ['state', 'scheduled'],
      ['publish_at', 'tomorrow'],
    ] as const) {
      const reply = await staff.post(admin, article({ [field]: value }));
      expect([reply.statusCode, reply.json().field], field).toEqual([400, field]);
    }
  });

  it('the audit has what staff wrote, without the words', async () => {
    const { id } = await save({ title: 'Audited' });
    await staff.post(`${admin}/${id}/delete`);
    const lines = (await actions()).slice(-2);
    expect(lines.map(({ action }) => action)).toEqual(['news_create', 'news_delete']);
    expect(lines.map(({ detail }) => detail)).toMatchObject([
      { article: id, audience: 'public', version: 1 },
      { article: id },
    ]);
    expect(JSON.stringify(lines)).not.toContain('Audited');
    expect((await staff.get(`${admin}/${id}`)).statusCode).toBe(404);
  });
});

const article = (given: object = {}) => ({
  title: 'Freeze',
  source: 'It is **done**.',
  audience: 'public',
  state: 'published',
  tags: ['Releases'],
  ...given,
});

interface Saved {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
  readonly body: string;
  readonly state: string;
  readonly created: string;
}

async function save(given: object = {}, at = admin): Promise<Saved> {
  const reply = await staff.post(at, article(given));
  expect([reply.statusCode, reply.json().detail]).toEqual([200, undefined]);
  return reply.json();
}

const titles = async (caller: Caller, query = ''): Promise<readonly string[]> =>
  (await caller.get(`${news}/article/${query}`)).json().results.map(({ title }: { title: string }) => title);

const actions = async () =>
  (await portal.db.selectFrom('audit_event').select(['action', 'detail']).orderBy('id').execute()).filter(
    ({ action }) => action.startsWith('news_'),
  );
