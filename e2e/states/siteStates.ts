import type { Page } from '@playwright/test';
import type { ScreenState } from './screenState.ts';

const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { level: 1, name }).waitFor();

/** News, metrics, support and the home page of a stranger whose session has ended. */
export const siteStates: readonly ScreenState[] = [
  {
    name: 'welcome-ended',
    title: 'Home of a stranger, after a session has ended',
    path: '/?returnTo=%2Fdefault%2Fquery&ended=idle',
    account: null,
    reach: heading(/Please log in/),
  },
  {
    name: 'news',
    title: 'News',
    path: '/news',
    reach: (page) => page.getByRole('article').first().waitFor(),
  },
  {
    name: 'news-none',
    title: 'News of a tag that does not exist',
    path: '/news?tag=999',
    reach: (page) => page.getByText('There is no news with this tag').waitFor(),
  },
  {
    name: 'article',
    title: 'An article',
    path: '/news',
    reach: async (page) => {
      await page
        .getByRole('link', { name: /^Permalink/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Back to News' }).first().waitFor();
      await heading(/./)(page);
    },
  },
  {
    name: 'article-missing',
    title: 'An article that does not exist',
    path: '/news/999999',
    reach: heading('There is no such article'),
  },
  {
    name: 'metrics',
    title: 'Metrics',
    path: '/metrics',
    reach: (page) => page.getByRole('img', { name: /^Characteristics/ }).waitFor(),
  },
  { name: 'support', title: 'Support', path: '/support', reach: heading('Support') },
  {
    name: 'support-refused',
    title: 'Support: a request that could not be sent',
    path: '/support',
    prepare: (page) =>
      page.route(/send_support_request/, (route) =>
        route.fulfill({ status: 503, json: { detail: 'The portal is being looked after.', code: 'busy' } }),
      ),
    reach: async (page) => {
      await page.getByRole('textbox', { name: 'Subject' }).fill('Counts');
      await page.getByRole('textbox', { name: 'Message' }).fill('They differ from those of last week.');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
];
