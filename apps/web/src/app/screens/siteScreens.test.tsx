import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { newsEndpoints } from '@atrium/contract/endpoints/news';
import { siteEndpoints } from '@atrium/contract/endpoints/site';
import type { NewsList } from '@atrium/contract/wire/news';
import { act, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepArticle, keptArticles } from '../../api/keptArticles.ts';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { aHomeData, anArticle, someMetrics } from '../../testing/site.ts';
import { site } from '../site.ts';

const version = { platformVersion: 'v6.5.3', version: 'v1' };
const tags = { count: 1, next: null, previous: null, results: [{ id: 2, name: 'Releases' }] };

beforeEach(() =>
  server.use(
    answers(accessEndpoints.currentUser, { user: aUser(), ...version }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, ({ params }) =>
      aDatasetDetail({ uniqueId: String(params['dataset']) }),
    ),
    answers(newsEndpoints.tags, tags),
  ),
);

/** As many articles as are given, two a page; the tag is number 2. */
function hasNews(count: number): readonly unknown[] {
  const requested: unknown[] = [];
  const all = Array.from({ length: count }, (_, index) =>
    anArticle({ id: index + 1, title: `Article ${index + 1}`, tags: index === 0 ? tags.results : [] }),
  );
  server.use(
    answers(newsEndpoints.list, ({ query }): NewsList => {
      requested.push(query['tag'] ?? 'all');
      const page = Number(query['page'] ?? 1);
      const found = all.filter((one) => query['tag'] === undefined || one.tags.length > 0);
      const results = found.slice(2 * (page - 1), 2 * page);
      const next = found.length > 2 * page ? `http://portal.example/news?page=${page + 1}` : null;
      return { count: found.length, next, previous: null, results };
    }),
  );
  return requested;
}

describe('the news', () => {
  it('come page by page, as long as there is a next one', async () => {
    hasNews(3);
    const { user } = renderPortal('/news');
    expect(await screen.findByRole('heading', { level: 2, name: 'Article 2' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Article 3' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Load More' }));
    expect(await screen.findByRole('heading', { name: 'Article 3' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Load More' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'RSS feed' })).toHaveAttribute('href', '/pcgc/api/news/feed');
    expect(screen.getByRole('link', { name: 'Permalink: Article 1' })).toHaveAttribute('href', '/news/1');
  });

  it('of a tag are an address of their own, and begin anew, as all news do when they are chosen again (rule 14.3)', async () => {
    const requested = hasNews(3);
    const { user, router } = renderPortal('/news');
    await user.click(await screen.findByRole('button', { name: 'Load More' }));
    expect(await screen.findByRole('heading', { name: 'Article 3' })).toBeVisible();
    await user.click(await screen.findByRole('link', { name: 'Releases' }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Article 2' })).not.toBeInTheDocument());
    expect(screen.getByRole('heading', { name: 'Article 1' })).toBeVisible();
    expect(router.state.location.href).toBe('/news?tag=2');
    expect(screen.getByRole('link', { name: 'Releases' })).toHaveAttribute('aria-current', 'page');
    await user.click(screen.getByRole('link', { name: 'All news' }));
    expect(await screen.findByRole('heading', { name: 'Article 2' })).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Article 3' })).not.toBeInTheDocument();
    await waitFor(() => expect(requested).toEqual(['all', 'all', '2', 'all']));
  });

  it('says that there are none, or that they cannot be loaded', async () => {
    hasNews(0);
    const { unmount } = renderPortal('/news?tag=9');
    expect(await screen.findByText('There is no news with this tag')).toBeVisible();
    unmount();
    server.use(refuses(newsEndpoints.list, 400, { detail: 'The news are away.' }));
    renderPortal('/news');
    expect(await screen.findByRole('alert')).toHaveTextContent('The news are away.');
  });

  it('an article leads back to the news above and below its text, and only to addresses that a page may link to', async () => {
    const body = '<p>Text <a href="ftp://old.example/">bad</a> <a href="https://ok.example/">good</a></p>';
    server.use(answers(newsEndpoints.article, anArticle({ body })));
    renderPortal('/news/41');
    expect(await screen.findByText('bad')).not.toHaveAttribute('href');
    expect(screen.getByRole('link', { name: 'good' })).toHaveAttribute('rel', 'noreferrer');
    expect(screen.getAllByRole('link', { name: 'Back to News' })).toHaveLength(2);
    expect(screen.getByText('By Data team')).toBeVisible();
  });

  it('says that an unknown article does not exist', async () => {
    server.use(refuses(newsEndpoints.article, 404, { detail: 'Not found.', code: 'not_found' }));
    renderPortal('/news/999');
    expect(await screen.findByRole('heading', { level: 1, name: 'There is no such article' })).toBeVisible();
  });

  it('an article that was opened is kept for its account only (rule 14.51)', async () => {
    keepArticle(99, anArticle({ id: 7, title: 'Of another account' }));
    server.use(answers(newsEndpoints.article, anArticle()));
    renderPortal('/news/41');
    await screen.findByRole('heading', { level: 1, name: 'Spring data freeze' });
    expect(keptArticles().map(({ title }) => title)).toEqual(['Spring data freeze']);
    expect(keptArticles(99)).toEqual([]);
    keepArticle(1, anArticle({ id: 8, state: 'draft' }));
    expect(keptArticles(1)).toHaveLength(1);
  });
});

it('a stranger leaves nothing kept, and is sent home from every screen but those that are public (rule 14.40)', async () => {
  keepArticle(1, anArticle());
  server.use(answers(accessEndpoints.currentUser, { user: null, ...version }));
  for (const path of ['/news', '/news/41', '/metrics', '/support']) {
    const { router, unmount } = renderPortal(path);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(router.state.location.search).toEqual({ returnTo: path });
    unmount();
  }
  expect(keptArticles()).toEqual([]);
});

it('the foot of a page names versions without the letter v', async () => {
  const { footer, versions } = site;
  Object.assign(site, {
    footer: { ...footer, product: 'Version {version} on platform version {platform}' },
    versions: { ...versions, platform: 'v6.5.3' },
  });
  hasNews(0);
  renderPortal('/news');
  expect(await screen.findByText('Version 1 on platform version 6.5.3')).toBeVisible();
  Object.assign(site, { footer, versions });
});

describe('the metrics', () => {
  it('are two tables with shares, and a picture of each', async () => {
    server.use(answers(siteEndpoints.metricsInfo, someMetrics()));
    renderPortal('/metrics');
    const [enrolment, characteristics] = await screen.findAllByRole('table');
    expect(within(enrolment ?? document.body).getByRole('row', { name: /^Asian/ })).toHaveTextContent(
      '402 (6.6%)',
    );
    expect(within(characteristics ?? document.body).getByRole('row', { name: /^Asian/ })).toHaveTextContent(
      '0 (0.0%)',
    );
    expect(screen.getAllByRole('img', { name: /^(Enrollment|Characteristics)/ })).toHaveLength(2);
    expect(screen.getByText(/Small numbers are not shown, nor/)).toBeVisible();
  });
});

it('figures that are being counted appear by themselves, and nothing looks as if it was loading (rule 14.68)', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  server.use(answers(siteEndpoints.metricsInfo, { ...someMetrics(), areCounted: false as const }));
  const { container } = renderPortal('/metrics');
  expect(await screen.findByText(/^The figures are being counted/)).toBeVisible();
  expect(container.querySelector('.mantine-Skeleton-root')).toBeNull();
  server.use(answers(siteEndpoints.metricsInfo, someMetrics()));
  await act(() => vi.advanceTimersByTimeAsync(6000));
  expect(await screen.findAllByRole('table')).toHaveLength(3);
  vi.useRealTimers();
});

describe('a request for support', () => {
  const fill = async (user: ReturnType<typeof renderPortal>['user']) => {
    await user.type(await screen.findByLabelText(/^Subject/), 'Counts');
    await user.type(screen.getByRole('textbox', { name: /^Message/ }), 'They differ.');
    await user.click(screen.getByRole('button', { name: 'Send' }));
  };

  it('has its fields cleared when it was sent (rule 14.50)', async () => {
    const sent: unknown[] = [];
    server.use(
      answers(siteEndpoints.askSupport, ({ body }) => {
        sent.push(body);
        return { status: 'sent' as const };
      }),
    );
    const { user } = renderPortal('/support');
    await fill(user);
    expect(await screen.findByText('Message Sent!')).toBeVisible();
    expect(sent).toEqual([{ email: 'mreyes@hearts.example', subject: 'Counts', message: 'They differ.' }]);
    for (const label of [/^Email/, /^Subject/, /^Message/])
      expect(screen.getByRole('textbox', { name: label })).toHaveValue('');
  });

  it('keeps its fields when it could not be sent, and names whom to write to', async () => {
    server.use(refuses(siteEndpoints.askSupport, 400, { detail: 'The mail is full.' }));
    const { user } = renderPortal('/support');
    await fill(user);
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('An error has occured, please email the operators of the portal');
    expect(alert).toHaveTextContent('The mail is full.');
    expect(screen.getByRole('textbox', { name: /^Message/ })).toHaveValue('They differ.');
  });

  it('needs all three fields, and an address', async () => {
    const { user } = renderPortal('/support');
    await user.clear(await screen.findByLabelText(/^Email/));
    await user.type(screen.getByLabelText(/^Email/), 'nobody');
    await user.click(screen.getByRole('button', { name: 'Send' }));
    expect(await screen.findByText('Enter a subject')).toBeVisible();
    expect(screen.getByText('Enter your message')).toBeVisible();
    expect(screen.getByText('Enter an address like name@example.org')).toBeVisible();
  });
});

describe('the cards of the home page', () => {
  it('show news, metrics and updates for the dataset whose figures are public, and for no other (rule 14.48)', async () => {
    server.use(answers(siteEndpoints.homeData, aHomeData()));
    const { unmount } = renderPortal(`/dataset/${site.metricsDataset}`);
    expect(await screen.findByRole('link', { name: 'Spring data freeze' })).toHaveAttribute(
      'href',
      '/news/41',
    );
    expect(screen.getByRole('row', { name: /^Probands/ })).toHaveTextContent('not shown');
    expect(screen.getByText('Submitted to dbGaP').nextSibling).toHaveTextContent('Unknown');
    expect(screen.getByText('whole genomes').nextSibling).toHaveTextContent('January 5, 2026');
    unmount();
    renderPortal('/dataset/registry');
    await screen.findByRole('heading', { level: 2, name: 'Data sources' });
    expect(screen.queryByRole('heading', { level: 2, name: 'Metrics' })).not.toBeInTheDocument();
  });

  it('say quietly that the figures are not available, and try again', async () => {
    server.use(refuses(siteEndpoints.homeData, 400, { detail: 'Away.' }));
    const { user } = renderPortal(`/dataset/${site.metricsDataset}`);
    expect(await screen.findAllByText('Not available at the moment.')).toHaveLength(3);
    server.use(answers(siteEndpoints.homeData, aHomeData({ news: [] })));
    await user.click(screen.getAllByRole('button', { name: 'Try again' })[0] ?? document.body);
    expect(await screen.findByText('There is no news yet.')).toBeVisible();
  });
});
