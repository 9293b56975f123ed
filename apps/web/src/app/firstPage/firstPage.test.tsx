import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import indexHtml from '../../../index.html?raw';
import { aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { openFirstPage } from './firstPage.ts';

const page = new DOMParser().parseFromString(indexHtml, 'text/html');
for (const script of page.querySelectorAll('script')) script.remove();
/** This document loads no files; the client that is started is not there either. */
const { settings } = Reflect.get(window, 'happyDOM');
const files = { script: '/assets/client.js', styles: ['/assets/client.css'], fonts: ['/assets/face.woff2'] };
const home = { pathname: '/', search: '' };
const version = { platformVersion: 'v6.5.3', version: '1.0.0' };
type SiteFile = Parameters<typeof siteConfiguration.parse>[0];

/** The page as a portal with this configuration sends it. */
function sent(site: SiteFile, welcome = ''): void {
  document.body.innerHTML = page.body.innerHTML.replace('__WELCOME__', welcome);
  const meta = document.createElement('meta');
  meta.name = 'site';
  meta.content = JSON.stringify(siteConfiguration.parse(site));
  document.head.append(meta);
}

const clientFiles = () =>
  [
    ...document.head.querySelectorAll(
      '[rel="prefetch"], [rel="preload"], [rel="modulepreload"], [rel="stylesheet"]',
    ),
  ].map((one) => [one.getAttribute('rel'), one.getAttribute('href')]);
const ahead = [
  ['prefetch', '/assets/client.js'],
  ['prefetch', '/assets/client.css'],
  ['prefetch', '/assets/face.woff2'],
];
const main = () => document.querySelector<HTMLElement>('.boot main');

beforeAll(() => {
  settings.handleDisabledFileLoadingAsSuccess = true;
});
afterAll(() => {
  settings.handleDisabledFileLoadingAsSuccess = false;
});
beforeEach(() => server.use(answers(accessEndpoints.currentUser, { user: null, ...version })));
afterEach(() => {
  document.body.innerHTML = '';
  document.documentElement.removeAttribute('style');
  for (const one of document.head.querySelectorAll('link, [name="site"], [src^="/assets/"]')) one.remove();
});

describe('a stranger at the home page', () => {
  it('reads the whole of it without the client, whose files are fetched for the next page (rule 11.44)', async () => {
    sent(
      {
        title: 'Hearts',
        texts: { welcomeTitle: 'Our hearts', welcome: '*' },
        header: { banner: 'For tests' },
        footer: { product: 'One', funding: 'Two', developer: 'One' },
        credits: ['Three'],
        navigation: {
          general: [
            { label: 'About', path: 'about', isPublic: true },
            { label: 'Rules', path: 'rules' },
          ],
        },
        tokens: { light: { brand: '#7a1f5c' } },
      },
      '<p>Data of <strong>many</strong>.</p>',
    );
    await openFirstPage(files, home);
    expect(main()).not.toHaveAttribute('hidden');
    expect(document.title).toBe('Home · Hearts');
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Our hearts');
    expect(screen.getByText('many').tagName).toBe('STRONG');
    expect(screen.getByText('For tests')).not.toHaveAttribute('hidden');
    expect([...document.querySelectorAll('footer span')].map((one) => one.textContent)).toEqual([
      `© ${new Date().getFullYear()} Hearts`,
      'One',
      'Two',
      'Three',
    ]);
    expect([...document.querySelectorAll('.boot nav a')].map((one) => one.getAttribute('href'))).toEqual([
      '/about',
      '/about',
    ]);
    expect(document.documentElement.style.getPropertyValue('--boot-brand')).toBe('#7a1f5c');
    await waitFor(() => expect(clientFiles()).toEqual(ahead));
  });

  it('chooses light or dark, and the client finds the choice', { tags: 'long' }, async () => {
    sent({});
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    await openFirstPage(files, home);
    screen.getByRole('button', { name: 'Use the dark theme' }).click();
    expect(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark');
    expect(localStorage.getItem('mantine-color-scheme-value')).toBe('dark');
    expect(screen.getByRole('button', { name: 'Use the light theme' })).toBeVisible();
    document.documentElement.setAttribute('data-mantine-color-scheme', 'light');
    await waitFor(() => expect(clientFiles()).toEqual(ahead));
  });

  it('is reported to the analytics of the site', { tags: 'long' }, async () => {
    const seen: string[] = [];
    server.use(
      http.post('https://stats.example/matomo.php', ({ request: { url } }) => {
        seen.push(new URL(url).searchParams.get('idsite') ?? '');
        return new HttpResponse();
      }),
    );
    sent({ analytics: { url: 'https://stats.example/matomo.php', siteId: 7 } });
    await openFirstPage(files, home);
    await waitFor(() => expect(seen).toEqual(['7']));
    await waitFor(() => expect(clientFiles()).toEqual(ahead));
  });

  it('reads what the client would say', async () => {
    sent({});
    await openFirstPage(files, home);
    await waitFor(() => expect(clientFiles()).toEqual(ahead));
    const texts = (root: ParentNode | null) =>
      [...(root?.querySelectorAll('h1, h2, section p, a') ?? [])].map((one) => one.textContent);
    const shown = texts(main());
    const intro = main()?.querySelector('.intro')?.textContent ?? '';
    document.body.innerHTML = '';
    renderPortal('/');
    await screen.findByRole('link', { name: 'Login' });
    expect(texts(document.querySelector('main'))).toEqual(shown);
    expect(screen.getByText(intro)).toBeVisible();
  });
});

describe('the client is started at once', () => {
  const started = async (address = home) => {
    sent({});
    await openFirstPage(files, address);
    expect(clientFiles()).toEqual([
      ['preload', '/assets/face.woff2'],
      ['stylesheet', '/assets/client.css'],
      ['modulepreload', '/assets/client.js'],
    ]);
  };

  it.each([
    { pathname: '/login', search: '' },
    { pathname: '/', search: '?returnTo=%2Fmetrics' },
  ])('at %o', async (address) => {
    await started(address);
    expect(main()).toHaveAttribute('hidden');
  });

  it.each(['localStorage', 'sessionStorage'] as const)('where %s knows of a session', async (storage) => {
    window[storage].setItem(storage === 'localStorage' ? 'atrium-session' : 'atrium-visit', '{}');
    await started();
    expect(main()).toHaveAttribute('hidden');
  });

  it('where the server knows of one', async () => {
    server.use(answers(accessEndpoints.currentUser, { user: aUser(), ...version }));
    await started();
  });

  it('where the server cannot be asked', async () => {
    server.use(http.get(/\/auth\//, () => HttpResponse.error()));
    await started();
  });

  it('where the server fails to say', async () => {
    server.use(refuses(accessEndpoints.currentUser, 500, { detail: 'Broken.', code: 'fault' }));
    await started();
  });

  it('where no portal has written into the page', async () => {
    document.body.innerHTML = page.body.innerHTML;
    await openFirstPage(files, home);
    expect(clientFiles()).toContainEqual(['stylesheet', '/assets/client.css']);
  });
});
