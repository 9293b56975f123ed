import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { localSignInOnly } from '../config/signInSettings.ts';
import { testApp } from '../testing/testApp.ts';
import { writeFeed } from './feed.ts';

const anArticle = {
  id: 7,
  slug: 'seven',
  title: 'A ]]> B & <b>C</b>\u0007',
  source: '',
  body: '<p>Read <a href="/metrics">the &amp; figures</a> ]]&gt;</p>',
  author: 'Data team',
  audience: 'public',
  publishedAt: new Date('2026-04-02T09:15:00Z'),
  madeAt: new Date('2026-04-01T00:00:00Z'),
  editedAt: new Date('2026-04-01T00:00:00Z'),
  editor: null,
  version: 1,
  tags: [{ id: 1, name: 'Releases & more' }],
} as const;

/** Debian's own Python, even if another one comes first on the path. */
const python = ['/usr/bin/python3', 'python3'].find(
  (one) => spawnSync(one, ['-c', 'import feedparser']).status === 0,
);
if (python === undefined)
  process.stderr.write('No python3-feedparser on this machine: the feed is not read by it.\n');

it.skipIf(python === undefined)(
  'a reader of feeds finds every part of an article, whatever stands in it',
  () => {
    const read = readBy(
      writeFeed(head, [anArticle, { ...anArticle, id: 8, author: null, body: '', tags: [] }]),
    );
    expect(read).toMatchObject({
      bozo: false,
      version: 'rss20',
      link: 'https://portal.example/news',
      self: [head.address],
    });
    expect(read.entries).toHaveLength(2);
    expect(read.entries[0]).toMatchObject({
      link: 'https://portal.example/news/7',
      id: 'https://portal.example/news/7',
      author: 'Data team',
      published: [2026, 4, 2, 9, 15, 0],
      tags: ['Releases & more'],
      summary: 'Read the &amp; figures ]]>',
    });
    expect(read.entries[0].title).toContain('A ]]> B');
    expect(read.entries[0].content).toContain('href="https://portal.example/metrics"');
    expect(read.entries[1].author).toBeNull();
  },
);

it('the feed is of public articles, sets no cookie, and is the same for staff', async () => {
  const portal = await testApp({ signIn: { ...localSignInOnly, publicUrl: 'https://portal.example' } });
  const staff = await portal.signedIn(await portal.anAccount({ isStaff: true }));
  const write = (title: string, more: object) =>
    staff.post('/pcgc/api/admin/news', {
      title,
      source: 'Text.',
      audience: 'public',
      state: 'published',
      ...more,
    });
  await write('Seen', {});
  await write('Internal', { audience: 'members' });
  await write('Unfinished', { state: 'draft' });
  await write('Later', { publish_at: '2099-01-01T00:00:00Z' });
  const feed = await portal.anonymous.get('/pcgc/api/news/feed');
  const ofStaff = await staff.get('/pcgc/api/news/feed/');
  await portal.close();
  expect(feed.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(feed.headers['set-cookie']).toBeUndefined();
  expect(feed.body).toContain('Seen');
  expect(feed.body).not.toMatch(/Internal|Unfinished|Later/);
  expect(ofStaff.body).toBe(feed.body);
});

const head = {
  title: 'Hearts & <more>',
  origin: 'https://portal.example',
  address: 'https://portal.example/pcgc/api/news/feed',
};

const reader = `
import json, sys, feedparser
d = feedparser.parse(sys.stdin.buffer.read())
print(json.dumps({
  'bozo': bool(d.bozo), 'version': d.version, 'title': d.feed.title, 'link': d.feed.link,
  'self': [l.href for l in d.feed.links if l.rel == 'self'],
  'entries': [{'title': e.title, 'link': e.link, 'id': e.id, 'author': e.get('author'),
    'published': list(e.published_parsed)[:6], 'tags': [t.term for t in e.get('tags', [])],
    'summary': e.summary, 'content': e.content[0].value} for e in d.entries]}))
`;

const readBy = (xml: string) => {
  const { stdout, stderr } = spawnSync(python ?? '', ['-c', reader], { input: xml, encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
};
