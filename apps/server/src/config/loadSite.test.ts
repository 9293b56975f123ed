import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';
import { loadSite } from './loadSite.ts';
import { ConfigError } from './settingsFile.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'atrium-site-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe('the configuration of a site (rule 14.14)', () => {
  it('a site without a file has the portal’s own title, colours and times', () => {
    expect(load()).toEqual({
      configuration: siteConfiguration.parse({}),
      content: { pages: new Map(), givenFigures: null },
      idleSeconds: 3600,
      sessionSeconds: 1800,
      mail: null,
      transfer: null,
    });
  });

  it('a setting that is left out keeps its default, in JSON and in YAML', () => {
    const expected = { title: 'Hearts', staffLinks: [], tokens: { light: { brand: '#123456' }, dark: {} } };
    given({ title: 'Hearts', tokens: { light: { brand: '#123456' } } });
    expect(load().configuration).toMatchObject(expected);
    rmSync(path.join(home, 'site.json'));
    write('site.yaml', 'title: Hearts\ntokens:\n  light: { brand: "#123456" }\n');
    expect(load().configuration).toMatchObject(expected);
  });

  it('an empty file is a site of defaults, and two files are refused', () => {
    write('site.yaml', '# nothing yet\n');
    expect(load().configuration.title).toBe('Atrium');
    given({});
    expect(() => load()).toThrow(/site\.yaml and .*site\.json/);
  });

  it('every mistake is reported with its path and reason, without the value', () => {
    given({
      title: '',
      tokens: { light: { brand: 'red;}body{display:none' }, dark: { brandy: '#123456' } },
      staffLinks: [{ label: 'x', href: 'javascript:1' }],
      appSegment: 'api',
      sessionSeconds: 5,
      header: { titleSize: 'big' },
      navigation: { general: [{ label: 'About', path: 'news', page: 'x' }] },
    });
    const [head, ...lines] = mistakes();
    expect(head).toMatch(/site\.json has 8 mistakes:$/);
    expect(lines.map((line) => line.split(': ')[0]).toSorted()).toEqual([
      'appSegment',
      'header.titleSize',
      'navigation.general.0.path',
      'sessionSeconds',
      'staffLinks.0.href',
      'title',
      'tokens.dark.brandy',
      'tokens.light.brand',
    ]);
    expect(lines.join()).not.toMatch(/javascript|display:none/);
  });

  it.each([
    ['not JSON', 'site.json', '{', 'is not JSON'],
    ['not YAML', 'site.yaml', 'title: "x\nfooter: {', 'line '],
    ['a key that occurs twice', 'site.yaml', 'title: A\ntitle: B\n', 'line 2'],
    ['a list', 'site.yaml', '- title\n', 'the file'],
    ['nine chart colours', 'site.json', `{"tokens":{"light":{"chart":["#123456"]}}}`, 'tokens.light.chart'],
    ['a group of no trait', 'site.json', '{"metrics":{"figures":{"proband+tall":3}}}', 'metrics.figures'],
    [
      'a password within an address',
      'site.json',
      '{"mail":{"server":"smtp://a:b@c","from":"a@b.example"}}',
      'mail.server',
    ],
    [
      'a missing picture',
      'site.json',
      '{"logo":{"light":"logo.svg"}}',
      'logo.light: the file cannot be read',
    ],
    [
      'a missing page',
      'site.json',
      '{"navigation":{"general":[{"label":"A","path":"a","pageFile":"a.md"}]}}',
      'navigation.general.0.pageFile',
    ],
    [
      'a link and a page',
      'site.json',
      '{"navigation":{"dataset":[{"label":"A","path":"a","href":"/a","page":"x"}]}}',
      'navigation.dataset.0',
    ],
  ])('%s is refused', (_, name, text, named) => {
    write(name, text);
    expect(() => load()).toThrow(named);
  });

  it('a file that was named must exist', () => {
    expect(() => load({}, path.join(home, 'other.json'))).toThrow('other.json cannot be read');
  });

  it('pages are sanitised and stay with the server, as secrets do', () => {
    write('about.md', '# About\n\n<script>alert(1)</script>Hello.');
    write('password', 'hush\n');
    write('logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>');
    write(
      'site.yaml',
      `logo: { light: logo.svg }
navigation:
  general:
    - { label: About, path: about, pageFile: about.md, isPublic: true }
    - { label: Elsewhere, href: "https://x.example" }
  dataset:
    - { label: Protocol, path: protocol, page: "Read *this*." }
mail:
  server: smtps://mail.example:465
  user: portal@x.example
  passwordFile: password
  from: portal@x.example
metrics:
  figures: { all: 90, proband: 30 }
  updated: { exomes_updated: "2026-02-11" }
`,
    );
    const { configuration, content, mail } = load();
    expect(configuration.navigation.general).toEqual([
      { label: 'About', path: 'about', isPublic: true },
      { label: 'Elsewhere', href: 'https://x.example', isPublic: false },
    ]);
    expect(content.pages.get('about')).toEqual({
      title: 'About',
      body: '<h2>About</h2>\nHello.',
      isPublic: true,
    });
    expect(content.pages.get('protocol')).toMatchObject({ isPublic: false });
    expect(content.givenFigures?.figures.get('proband')).toBe(30);
    expect(configuration.logo?.light).toMatch(/^data:image\/svg\+xml;base64,/);
    expect(mail).toEqual({
      url: 'smtps://portal%40x.example:hush@mail.example:465',
      from: 'portal@x.example',
      to: [],
    });
    expect(JSON.stringify(configuration)).not.toMatch(/hush|mail\.example|Hello/);
  });

  it('a variable of the environment wins over the file', () => {
    given({
      idleMilliseconds: 600_000,
      sessionSeconds: 900,
      mail: { server: 'smtp://a', from: 'a@b.example' },
    });
    const of = (environment: Record<string, string>) => loadConfig({}, { ATRIUM_HOME: home, ...environment });
    expect(of({})).toMatchObject({ sessionSeconds: 900, mail: { url: 'smtp://a' } });
    expect(of({}).signIn.idleSeconds).toBe(600);
    const other = {
      ATRIUM_MAIL_URL: 'smtp://other',
      ATRIUM_MAIL_FROM: 'c@d.example',
      ATRIUM_IDLE_SECONDS: '300',
    };
    expect(of(other).mail?.url).toBe('smtp://other');
    expect(of(other).signIn.idleSeconds).toBe(300);
  });
});

const write = (name: string, text: string) => writeFileSync(path.join(home, name), text);
const given = (settings: unknown) =>
  write('site.json', typeof settings === 'string' ? settings : JSON.stringify(settings));
const load = (environment: Record<string, string> = {}, file?: string) =>
  loadSite({ home, file, given: (name) => environment[name] });

function mistakes(): readonly string[] {
  try {
    load();
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n  ');
    throw error;
  }
  return [];
}
