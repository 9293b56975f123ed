import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { CrossTab } from '@atrium/contract/wire/analysis';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { anAnalysis, aRun, aSmallNumberNote } from '../../testing/analyses.ts';
import { aCategory, aConcept } from '../../testing/concepts.ts';
import { participants } from '../../testing/openPanel.tsx';
import { aDataset, aDatasetDetail, aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, server } from '../../testing/server.ts';

const heart = aCategory({ id: 3, name: 'Heart' });
const lesion = aConcept({
  conceptId: 'lesion',
  name: 'Lesion',
  conceptType: 'ontology',
  description: 'As the surgeon saw it.',
  additionalMetadata: ['Congenital heart codes'],
  categoryHierarchy: [heart],
});
const recordId = aConcept({ conceptId: 'record_id', name: 'Record', includeInAnalysis: false });
const bySex: CrossTab = {
  index: ['Female', 'Male', '[not set]'],
  columns: ['subject count'],
  data: [[41], ['<11'], [7]],
};

/** Opens an address as a member of one dataset; collects the concepts whose values are asked for. */
function open(address: string, dataset: Partial<DatasetDetail> = {}, account = 1) {
  const asked: unknown[] = [];
  const suppression = dataset.accessLevel === 'agg' ? aSmallNumberNote('Small.') : null;
  server.use(
    answers(accessEndpoints.currentUser, {
      user: aUser({ id: account }),
      platformVersion: 'v6.5.3',
      version: 'v1',
    }),
    answers(catalogueEndpoints.datasets, { datasets: [aDataset()] }),
    answers(catalogueEndpoints.dataset, ({ params }) =>
      aDatasetDetail({ uniqueId: String(params['dataset']), ...dataset }),
    ),
    answers(catalogueEndpoints.collections, [participants]),
    answers(catalogueEndpoints.categories, {
      categoryId: 'top',
      categories: [heart],
      concepts: [aConcept(), recordId],
    }),
    answers(catalogueEndpoints.categoryChildren, { categoryId: 3, categories: [], concepts: [lesion] }),
    answers(analysisEndpoints.run, ({ query }) => {
      asked.push(query['concept']);
      return aRun(anAnalysis({ rows: ['sex'], cols: [] }), bySex, { suppression });
    }),
  );
  return { ...renderPortal(address), asked };
}

const cells = (row: HTMLElement) => [...row.children].map((cell) => cell.textContent);

describe('what explains the portal', () => {
  it('is reached from Help: the guide page by page, the dictionary, the calls (rule 11.41)', async () => {
    window.sessionStorage.setItem('atrium-dataset', 'registry');
    const { user } = open('/support');
    const learn = within(await screen.findByRole('group', { name: 'Learn' }));
    expect(await screen.findByRole('link', { name: 'Help' })).toHaveAttribute('href', '/support');
    expect(learn.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
      ...['cohort', 'count', 'rows', 'figures', 'keep'].map((page) => `/guide/${page}`),
      '/registry/dictionary',
      '/guide/api',
      '/aspera',
    ]);
    await user.click(learn.getByRole('link', { name: 'Describe a cohort' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Describe a cohort' })).toHaveFocus();
    expect(screen.getAllByRole('img', { name: /^The query screen/ })).toHaveLength(2);
    expect(await screen.findByRole('link', { name: 'Try it' })).toHaveAttribute('href', '/registry/query');
    await user.click(screen.getByRole('link', { name: /^Next page/ }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Read the count' })).toBeVisible();
  });

  it('without a dataset says to open one, and a page of the guide has no button', async () => {
    const { unmount } = open('/support');
    expect(await screen.findByText('Open a dataset first: each has its own.')).toBeVisible();
    unmount();
    open('/guide/rows');
    expect(await screen.findByRole('heading', { level: 1, name: 'See the rows' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Try it' })).not.toBeInTheDocument();
  });

  it('the calls are listed from the portal’s own document, and open to show their fields', async () => {
    const text = { type: 'string' };
    const reply = { type: 'object', required: ['count'], properties: { count: { type: 'integer' } } };
    const operation = {
      summary: 'Subjects in the active cohort',
      tags: ['query_tools'],
      'x-permission': 'subjects',
      'x-token-scope': 'read',
      parameters: [{ name: 'dataset', in: 'path', required: true, schema: text }],
      responses: { 200: { content: { 'application/json': { schema: reply } } } },
    };
    const login = { summary: 'Signs in', tags: ['auth'] };
    server.use(
      http.get('*/api/v2/openapi.json', () =>
        HttpResponse.json({
          paths: {
            '/api/v2/{dataset}/query_tools/count': { get: operation },
            '/api/v2/auth/login': { post: login },
          },
        }),
      ),
    );
    const { user } = open('/guide/api');
    expect(await screen.findByText('2 calls')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search the calls' }), 'active cohort{Enter}');
    expect(await screen.findByText('1 call')).toBeVisible();
    await user.click(screen.getByText('Subjects in the active cohort'));
    const fields = await screen.findByRole('table', { name: /^Reply of GET/ });
    expect(within(fields).getAllByRole('row').map(cells)).toEqual([
      ['Field', 'Type'],
      ['count', 'integer, required'],
    ]);
    expect(screen.getByText(/members who may see subjects/)).toHaveTextContent('Scope of a token: read');
  });
});

describe('the dictionary', () => {
  it('has every concept by category, and finds them by all of their texts (rule 11.42)', async () => {
    const { user, asked } = open('/default/dictionary');
    expect(await screen.findByText('3 concepts')).toBeVisible();
    expect(screen.getByRole('article', { name: 'Lesion' })).toHaveTextContent(
      'Terms of an ontology · Congenital heart codes · participant lesion',
    );
    expect(screen.getByText('The values of this concept are not counted here.')).toBeVisible();
    await user.type(screen.getByRole('searchbox', { name: 'Search the dictionary' }), 'surgeon{Enter}');
    expect(await screen.findByText('1 of 3 concepts')).toBeVisible();
    expect(screen.getAllByRole('article')).toHaveLength(1);
    expect(asked).toEqual([]);
  });

  it('shows values with their counts, the hidden as hidden, and who has none', async () => {
    const { user, asked } = open('/default/dictionary', { accessLevel: 'agg', smallCountThreshold: 11 });
    await user.click(await screen.findByRole('button', { name: 'Show values of Sex' }));
    const values = await screen.findByRole('table', { name: 'Values of Sex' });
    expect(within(values).getAllByRole('row').map(cells)).toEqual([
      ['Value', 'Participants'],
      ['Female', '41'],
      ['Male', 'hidden'],
      ['Without a value', '7'],
    ]);
    expect(screen.getByText(/counts below 11/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show all values of Heart' }));
    expect(await screen.findByText(/without narrower ones/)).toBeVisible();
    expect(asked).toEqual(['sex', 'lesion']);
    await user.click(screen.getByRole('button', { name: 'Hide values of Sex' }));
    expect(screen.queryByRole('table', { name: 'Values of Sex' })).not.toBeInTheDocument();
  });

  it('has no counts for who may not have them', async () => {
    open('/default/dictionary', { canViewWorkspace: false });
    expect(await screen.findByText(/Your access does not include counts of values/)).toBeVisible();
    expect(screen.queryByRole('button', { name: /values/ })).not.toBeInTheDocument();
  });
});

describe('the tour', () => {
  const tour = () => screen.findByRole('region', { name: 'A tour in four steps' });
  const marked = () => document.documentElement.dataset['tour'];

  it('has four steps by keyboard, marks what each is about, and does not come back (rule 11.43)', async () => {
    const { user, unmount } = open('/dataset/registry');
    const shown = within(await tour());
    expect(shown.getByText('Step 1 of 4')).toBeVisible();
    expect(marked()).toBe('query');
    expect(await screen.findByRole('link', { name: 'Query' })).toHaveAttribute('data-screen', 'query');
    shown.getByRole('button', { name: 'Next' }).focus();
    await user.keyboard('{Enter}{Enter}');
    expect(shown.getByText('Step 3 of 4').parentElement).toHaveAttribute('aria-live', 'polite');
    await user.click(shown.getByRole('button', { name: 'Back' }));
    expect(marked()).toBe('results');
    unmount();
    const again = open('/dataset/registry');
    const resumed = within(await tour());
    expect(resumed.getByText('Step 2 of 4')).toBeVisible();
    resumed.getByRole('button', { name: 'Next' }).focus();
    await again.user.keyboard('{Enter}{Enter}{Enter}');
    await waitFor(() => expect(screen.queryByText(/^Step/)).not.toBeInTheDocument());
    expect(marked()).toBeUndefined();
    again.unmount();
    open('/dataset/registry');
    await screen.findByRole('heading', { level: 2, name: 'Data sources' });
    expect(screen.queryByText(/^Step/)).not.toBeInTheDocument();
  });

  it('can be left at once, by each person for themselves, and fits what the person may open', async () => {
    const { user, unmount } = open('/dataset/registry');
    await user.click(within(await tour()).getByRole('button', { name: 'Leave the tour' }));
    expect(screen.queryByText(/^Step/)).not.toBeInTheDocument();
    unmount();
    const other = open('/dataset/registry', { accessLevel: 'agg' }, 2);
    expect(within(await tour()).getByText('Aggregate: count participants')).toBeVisible();
    other.unmount();
    open('/dataset/registry', { canViewWorkspace: false }, 3);
    await screen.findByRole('heading', { level: 2, name: 'Data sources' });
    expect(screen.queryByText(/^Step/)).not.toBeInTheDocument();
  });
});

it('a card about tools elsewhere is there only where it leads elsewhere (rule 11.45)', async () => {
  const tools = () => screen.queryByRole('heading', { level: 2, name: 'External tools' });
  const { unmount } = open('/dataset/registry', { extraHeaderLinks: { Handbook: '/guide/cohort' } });
  await screen.findByRole('heading', { level: 2, name: 'Data sources' });
  expect(screen.getByRole('link', { name: 'Open the dictionary' })).toHaveAttribute(
    'href',
    '/registry/dictionary',
  );
  expect(tools()).not.toBeInTheDocument();
  unmount();
  open('/dataset/registry', { extraHeaderLinks: { Browser: 'https://genes.example/' } });
  await waitFor(() => expect(tools()).toBeVisible());
});
