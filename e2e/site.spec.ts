import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { installConnect } from './asperaConnect.ts';
import { expectNoAxeFault } from './axe.ts';
import { controlFaults } from './controls.ts';
import { offerAspera, pickPrivateFolder } from './downloadQueue.ts';
import { leadTo, navigation } from './locators.ts';
import { freePort, maxStartMs, type Portal, startPortal } from './portal.ts';
import { type ServedPages, servePages } from './servePages.ts';
import { fillSignIn, signIn } from './session.ts';
import { expect, test } from './test.ts';

const onlookerPassword = 'a window to look through';
const tooLow = 'Your access does not include this page';

/** Every screen by its address, and its heading for who may open it. */
const screens = {
  home: { address: '/', heading: 'Choose a dataset' },
  login: { address: '/login', heading: 'Choose a dataset' },
  dataset: { address: '/dataset/default', heading: 'Heart Trio Consortium' },
  query: { address: '/default/query', heading: 'Who are you looking for?' },
  results: { address: '/default/results', heading: 'Results' },
  reports: { address: '/default/reports', heading: 'Reports' },
  report: { address: '/default/reports/999999', heading: /report/i },
  aggregate: { address: '/default/aggregate', heading: 'Aggregate' },
  compare: { address: '/default/compare', heading: 'Compare' },
  download: { address: '/default/download', heading: /Download/ },
  support: { address: '/support', heading: 'Support' },
  guide: { address: '/guide/keep', heading: 'Keep and share' },
  api: { address: '/guide/api', heading: 'Interface for programs' },
  dictionary: { address: '/default/dictionary', heading: 'Dictionary' },
  news: { address: '/news', heading: 'News' },
  article: { address: '/news/999999', heading: 'There is no such article' },
  aspera: { address: '/aspera', heading: /./ },
  ssh: { address: '/ssh', heading: /SSH/ },
  metrics: { address: '/metrics', heading: 'Metrics' },
} as const;
type Screen = keyof typeof screens;

/** Who is refused where; everything else opens. */
const closed: Readonly<Record<'researcher' | 'analyst' | 'curator' | 'onlooker', readonly Screen[]>> = {
  researcher: [],
  analyst: ['query', 'results', 'reports', 'report', 'download'],
  curator: [],
  onlooker: ['query', 'results', 'aggregate', 'compare', 'download'],
};

const heading = (page: Page) => page.getByRole('heading', { level: 1 });

const isHome = (address: string): boolean => address === '/' || address === '/login';

for (const [username, refused] of Object.entries(closed)) {
  test(
    `every screen opens for ${username}, but those that their membership does not include`,
    { tag: '@long' },
    async ({ page, portal }, { testId }) => {
      const account =
        username === 'onlooker'
          ? { username: `${username}-${testId}`, password: onlookerPassword }
          : { username };
      if (username === 'onlooker') {
        const { username: name } = account;
        portal.command(
          ['user', 'add', name, '--full-name', 'Olga Onlooker', '--password-stdin'],
          onlookerPassword,
        );
        portal.command(['grant', name, 'default', '--level', 'deid', '--no-workspace']);
      }
      await signIn(page, account);
      const faces = new Set<string>();
      await page.goto('/');
      for (const [screen, { address, heading: name }] of Object.entries(screens)) {
        const before = await page.title();
        const isRefused = refused.some((one) => one === screen);
        // Several refusals look alike: each begins with an empty page.
        await (isRefused ? page.goto(address) : leadTo(page, address));
        if (!isHome(address)) await expect.poll(() => page.title(), address).not.toBe(before);
        const expected = isRefused ? tooLow : name;
        await expect(heading(page).filter({ hasText: expected }).first(), address).toBeVisible();
        faces.add(await page.title());
      }
      // Home and sign-in lead to the same page; the others have a title each.
      expect(faces.size).toBeGreaterThanOrEqual(Object.keys(screens).length - 1);
    },
  );
}

test('a stranger is sent home from every screen, is refused with a wrong password, comes back to the wanted one, and signs out again (rule 14.40)', async ({
  page,
}) => {
  for (const { address } of Object.values(screens)) {
    if (isHome(address)) continue;
    await page.goto(address);
    await expect(heading(page)).toHaveText('Please log in to open this page');
    await expect(page).toHaveURL(`/?${new URLSearchParams({ returnTo: address })}`);
  }
  await page.getByRole('link', { name: 'Log in', exact: true }).click();
  await fillSignIn(page, { password: 'not-the-password' });
  await expect(page.getByRole('alert')).toHaveText('The user name or the password is wrong.');
  await expect(page.getByLabel('User name')).toHaveValue('researcher');
  await fillSignIn(page);
  await expect(heading(page)).toHaveText('Metrics');
  await page.getByRole('link', { name: 'Help' }).click();
  await expect(heading(page)).toHaveText('Support');
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await expect(page.getByRole('menuitem', { name: 'Upload Aspera SSH Key' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('staff have their rooms in the menu, others have not', { tag: '@long' }, async ({ page }) => {
  await signIn(page, { username: 'curator' });
  await page.goto('/');
  await page.getByRole('button', { name: /Curator/ }).click();
  for (const name of ['Admin', 'ETL Logs', 'Query Troubleshooting', 'User Report'])
    await expect(page.getByRole('menuitem', { name, exact: true })).toBeVisible();
  await signIn(page);
  await page.goto('/');
  await page.getByRole('button', { name: 'Robin Researcher' }).click();
  await expect(page.getByRole('menuitem', { name: 'Switch Dataset' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Admin', exact: true })).toHaveCount(0);
});

test('news come page by page and by tag; an article is cleaned where it is shown (rule 14.47)', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page);
  await page.goto('/news');
  await expect(page.getByRole('article')).toHaveCount(10);
  await page.getByRole('button', { name: 'Load More' }).click();
  await expect(page.getByRole('article')).toHaveCount(20);
  await page.getByRole('navigation', { name: 'Tags' }).getByRole('link').nth(1).click();
  await expect(page).toHaveURL(/\?tag=\d+$/);
  await expect.poll(() => page.getByRole('article').count()).toBeLessThan(20);
  await expect(page.getByRole('article').first()).toBeVisible();
  const feed = await page.request.get(
    (await page.getByRole('link', { name: 'RSS feed' }).getAttribute('href')) ?? '',
  );
  expect(feed.headers()['content-type']).toContain('application/rss+xml');
  const body =
    '<h1>Inside</h1><script>document.title="acted"</script><p>Text <a href="javascript:alert(1)">bad</a></p><iframe src="https://evil.example"></iframe><form><input></form>';
  await page.route(/\/article\/41$/, (route) =>
    route.fulfill({
      json: {
        ...{ id: 41, slug: 'spring', title: 'Spring', created: '2026-04-02T12:15:00Z', body },
        ...{ tags: [], state: 'published', audience: 'public' },
      },
    }),
  );
  await page.goto('/news/41');
  await expect(page.getByRole('heading', { level: 2, name: 'Inside' })).toBeVisible();
  await expect(page.locator('article :is(script, iframe, form, [href^="javascript"])')).toHaveCount(0);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('link', { name: 'Back to News' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1, name: 'Spring' })).toBeVisible();
});

test('1. a stranger is shown the title and the way to log in, and no screen of a dataset; the public home runs no client, looks like the one of the client, and is told to search engines and devices', async ({
  page,
}) => {
  const parts = {
    heading: heading(page),
    button: page.getByRole('link', { name: 'Log in', exact: true }),
    offer: page.getByText('Within your access'),
  };
  const boxes = () => Promise.all(Object.values(parts).map((part) => part.boundingBox()));
  const ran = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') ran.add(request.url());
  });
  const ahead = page.waitForRequest(/\/assets\/.*\.js$/);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('Atrium')).toBeVisible();
  for (const name of ['Query', 'Results', 'Reports'])
    await expect(page.getByRole('link', { name })).toHaveCount(0);
  await ahead;
  expect([...ran].length).toBeLessThanOrEqual(1);
  await expect(page.locator('.boot')).toHaveCount(1);
  await expectNoAxeFault(page);
  expect(await controlFaults(page)).toEqual([]);
  const first = await boxes();
  // The client comes where somebody was signed in at this browser, and shows its own welcome when nobody is.
  await page.evaluate(() => localStorage.setItem('atrium-session', '{}'));
  await page.goto('/');
  await expect(page.locator('.boot')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  const then = await boxes();
  // A stranger's page has no type face of its own, so its words may be somewhat wider.
  const allowed = { x: 3, y: 3, width: 32, height: 3 };
  for (const [index, text] of Object.keys(parts).entries())
    for (const side of ['x', 'y', 'width', 'height'] as const)
      expect(
        Math.abs((then[index]?.[side] ?? 0) - (first[index]?.[side] ?? 99)),
        `${text}: ${side}`,
      ).toBeLessThan(allowed[side]);
  const robots = await page.request.get('/robots.txt');
  expect(await robots.text()).toMatch(/^Disallow: \/$/m);
  const manifest = await (await page.request.get('/manifest.webmanifest')).json();
  for (const { src } of manifest.icons) expect((await page.request.get(src)).status(), src).toBe(200);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute('content', /.{30}/);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an article that was opened can be read, and is gone after the sign-out (rule 14.51)', async ({
    page,
    context,
  }) => {
    await signIn(page);
    await page.goto('/news');
    await page
      .getByRole('link', { name: /^Permalink/ })
      .first()
      .click();
    await expect(page.getByRole('link', { name: 'Back to News' })).toHaveCount(2);
    const title = await heading(page).innerText();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await expect(heading(page)).toHaveText(title);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByText('You are offline')).toBeVisible();
    await expect(heading(page)).toHaveText(title);
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Robin Researcher' })).toBeVisible();
    await page.getByRole('button', { name: 'Robin Researcher' }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('atrium-articles'))).toBeNull();
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const urls = await Promise.all(
        names.map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      );
      return urls.flat();
    });
    expect(kept.filter((url) => !/^\/(assets\/|favicon\.svg|icon-192\.png|$)/.test(url))).toEqual([]);
  });
});

test.describe('a second site', { tag: '@long' }, () => {
  let portal: Portal;
  /** Its pages at another origin. */
  let elsewhere: ServedPages;
  let folder = '';

  test.beforeAll(async () => {
    test.setTimeout(maxStartMs);
    folder = mkdtempSync(path.join(tmpdir(), 'atrium-site-'));
    const file = path.join(folder, 'site.json');
    const port = await freePort();
    writeFileSync(
      file,
      JSON.stringify({
        title: 'Hearts United',
        appSegment: 'hub',
        apiBase: `http://localhost:${port}`,
        header: { titleSize: '2rem', banner: 'A system for tests' },
        logo: { light: '/favicon.svg' },
        footer: {
          product: 'Hub {dataHub} on {platform}',
          funding: 'Paid by everybody',
          developer: 'Built here',
        },
        credits: [],
        navigation: {
          main: ['dataset', 'aggregate', 'query'],
          general: [
            { label: 'About us', path: 'about', page: '# Who we are\n\nWe **share** data.', isPublic: true },
            { label: 'House rules', path: 'rules', page: 'Be kind.' },
          ],
          dataset: [{ label: 'Handbook', path: 'handbook', page: 'Read this first.' }],
        },
        texts: { welcomeTitle: 'Welcome to our hearts', welcome: 'Data of **many** hearts.' },
        supportEmail: 'help@hearts.example',
        demoVideo: 'https://video.example/hearts',
        tokens: { light: { brand: '#7a1f5c', canvas: '#fff7fb' } },
      }),
    );
    elsewhere = await servePages(() => portal.url);
    portal = await startPortal({
      from: process.env['ATRIUM_E2E_HOME'],
      port,
      env: {
        ATRIUM_SITE_CONFIG: file,
        ATRIUM_ALLOWED_ORIGINS: `http://127.0.0.1:${port},${elsewhere.url}`,
      },
    });
  });
  test.afterAll(async () => {
    elsewhere.close();
    await portal.stop();
    rmSync(folder, { recursive: true });
  });

  test('looks and answers as it is configured, also where its calls go to another address', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/api/')) calls.push(new URL(request.url()).hostname);
    });
    await page.goto(portal.url.replace('localhost', '127.0.0.1'));
    await expect(heading(page)).toHaveText('Welcome to our hearts');
    await expect(page.getByText('many', { exact: true })).toHaveCSS('font-weight', /[6-9]00/);
    await expect(page.getByText('A system for tests')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('img', { name: 'Hearts United' })).toBeVisible();
    await expect(page.getByRole('contentinfo')).toContainText(/Hub 4\.3\.0 on 6\.5\.3/);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 247, 251)');
    await expect(page).toHaveTitle('Home · Hearts United');
    await page.getByRole('link', { name: 'About us' }).first().click();
    await expect(page.getByText('share', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'House rules' })).toHaveCount(0);
    expect(new Set(calls)).toEqual(new Set(['localhost']));
    await expectNoAxeFault(page);
  });

  test('guards its own pages, and has its own links and segment', async ({ page }) => {
    const { url } = portal;
    const own = url.replace('127.0.0.1', 'localhost');
    await page.goto(`${own}/rules`);
    await expect(page).toHaveURL(/\/\?returnTo=%2Frules$/);
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await fillSignIn(page);
    await expect(page.getByText('Be kind.')).toBeVisible();
    await page.goto(`${own}/dataset/default`);
    await expect(navigation(page).getByRole('link')).toHaveText([/Dataset Home/, /Aggregate/, /Query/]);
    await expect(page.getByRole('banner').getByText('Heart Trio Consortium')).toHaveCSS('font-size', '32px');
    await navigation(page).getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Handbook' }).click();
    await expect(page.getByText('Read this first.')).toBeVisible();
    expect((await page.request.get(`${own}/hub/core/home-data/`)).status()).toBe(200);
    const old = await page.request.get(`${own}/pcgc/core/home-data/`, {
      headers: { accept: 'application/json' },
    });
    expect(old.status()).toBe(404);
    await page.goto(`${own}/support`);
    await expect(page.getByRole('link', { name: /Watch the demonstration/ })).toHaveAttribute(
      'href',
      'https://video.example/hearts',
    );
    await expect(page.getByRole('link', { name: 'help@hearts.example' })).toBeVisible();
  });

  test('downloads files from pages of an allowed origin: queue, alerts of the transfer, folder and script', {
    tag: '@long',
  }, async ({ page }) => {
    const own = portal.url.replace('127.0.0.1', 'localhost');
    const origins = new Set<string>();
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (/^\/(api|hub)\//.test(pathname)) origins.add(origin);
    });
    await pickPrivateFolder(page);
    await offerAspera(page);
    await page.goto(`${elsewhere.url}/login?returnTo=${encodeURIComponent('/default/download')}`);
    await fillSignIn(page);
    const queue = page.getByRole('region', { name: 'Download queue' });
    await page.locator('label', { hasText: 'Clinical Data Files' }).click();
    await page
      .getByRole('button', { name: /^Add .* to the queue$/ })
      .first()
      .click();
    await expect(queue.getByRole('list', { name: 'In the queue' }).getByRole('listitem')).toHaveCount(1);
    expect(page.url()).toContain(elsewhere.url);

    const alert = page.getByRole('alert');
    const start = page.getByRole('button', { name: 'Start download' });
    await page.getByRole('radio', { name: 'With Aspera' }).check();
    await start.click();
    await expect(alert).toContainText('Could not downlaod files via Aspera');
    await installConnect(page);
    await page.reload();
    await page.getByRole('radio', { name: 'With Aspera' }).check();
    await start.click();
    await expect(alert).toContainText('Could not process download request');
    await expect(queue.getByRole('list', { name: 'In the queue' })).toBeVisible();
    await alert.getByRole('button', { name: 'Dismiss' }).click();

    await page.getByRole('button', { name: 'Other ways' }).click();
    const saving = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'Script for Linux and macOS' }).click();
    expect((await saving).suggestedFilename()).toMatch(/^download_default_\d+\.sh$/);
    await page.keyboard.press('Escape');

    await page.getByRole('radio', { name: 'Into a folder of this computer' }).check();
    await start.click();
    await expect(page.getByText('Complete', { exact: true })).toBeVisible();
    await expect(page.getByText('All checksums are right.')).toBeVisible();
    await expect(queue).toContainText('Nothing is in the queue');
    expect([...origins]).toEqual([own]);
  });
});
