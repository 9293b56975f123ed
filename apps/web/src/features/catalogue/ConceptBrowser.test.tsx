import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { currentUserQuery } from '../../api/session.ts';
import { aCategory, aConcept } from '../../testing/concepts.ts';
import { aUser } from '../../testing/people.ts';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, refuses, server } from '../../testing/server.ts';
import { ConceptBrowser } from './ConceptBrowser.tsx';
import type { ConceptBrowserProps } from './catalogueQueries.ts';

const heart = aCategory({ id: 12, name: 'Heart' });
const sex = aConcept({ conceptId: 'sex', name: 'Sex' });
const lesion = aConcept({
  conceptId: 'lesion',
  name: 'Primary lesion',
  hasPhi: true,
  categoryHierarchy: [heart],
});

const level = (categoryId: number | 'top', concepts: ConceptSummary[], categories = [heart]) => ({
  categoryId,
  concepts,
  categories,
});

function browse(props: Partial<ConceptBrowserProps> = {}) {
  server.use(
    answers(catalogueEndpoints.categories, level('top', [sex])),
    answers(catalogueEndpoints.categoryChildren, level(12, [lesion], [])),
  );
  const onSelect = vi.fn<(concept: ConceptSummary) => void>();
  const view = renderParts(
    <ConceptBrowser dataset="default" use="cohort" onSelect={onSelect} {...props} />,
    (client) =>
      client.setQueryData(currentUserQuery.queryKey, {
        user: aUser(),
        platformVersion: '1.0.0',
        version: '1.0.0',
      }),
  );
  return { ...view, onSelect };
}

it('opens a category and a concept with the keyboard alone', async () => {
  const { user, onSelect } = browse();
  (await screen.findByRole('treeitem', { name: /Sex/ })).focus();
  await user.keyboard('{ArrowDown}{ArrowRight}');
  await screen.findByRole('treeitem', { name: /Primary lesion/ });
  await user.keyboard('{ArrowRight}{Enter}');
  expect(onSelect.mock.calls[0]?.[0].conceptId).toBe('lesion');
});

it('is one tab stop, which follows the focus', async () => {
  const { user } = browse();
  const first = await screen.findByRole('treeitem', { name: /Sex/ });
  expect(first).toHaveAttribute('tabindex', '0');
  first.focus();
  await user.keyboard('{ArrowDown}');
  expect(first).toHaveAttribute('tabindex', '-1');
  expect(screen.getByRole('treeitem', { name: /Heart/ })).toHaveFocus();
});

it('marks concepts that may hold protected health information', async () => {
  browse({ revealed: [12] });
  const item = await screen.findByRole('treeitem', { name: /Primary lesion/ });
  expect(within(item).getByLabelText('May hold protected health information')).toBeInTheDocument();
});

it('loads the concepts of its own use only', async () => {
  const requested = vi.fn<(use: string | undefined) => void>();
  server.use(
    answers(catalogueEndpoints.categories, ({ query }) => {
      requested(query['concept_type']);
      return level('top', [sex], []);
    }),
  );
  renderParts(<ConceptBrowser dataset="default" use="table" onSelect={() => {}} />);
  await screen.findByRole('treeitem', { name: /Sex/ });
  expect(requested).toHaveBeenCalledWith('table');
});

it('shows the hits of a search with their category path and the match marked; Enter chooses one', async () => {
  const { user, onSelect } = browse();
  server.use(answers(catalogueEndpoints.conceptSearch, { search: 'lesion', concepts: [lesion] }));
  await user.type(screen.getByRole('combobox', { name: 'Search concepts' }), 'lesion');
  const hit = await screen.findByRole('option', { name: /Primary lesion/ });
  expect(within(hit).getByText('lesion').tagName).toBe('MARK');
  expect(hit).toHaveTextContent('Heart');
  await user.keyboard('{Enter}');
  expect(onSelect.mock.calls[0]?.[0].conceptId).toBe('lesion');
});

it('never shows the hits of an older search over those of a newer one', async () => {
  const { user } = browse();
  let answerOld: (() => void) | undefined;
  server.use(
    answers(catalogueEndpoints.conceptSearch, ({ query }) =>
      query['search'] === 'se'
        ? new Promise((resolve) => {
            answerOld = () => resolve({ search: 'se', concepts: [aConcept({ name: 'Old hit' })] });
          })
        : { search: 'lesion', concepts: [lesion] },
    ),
  );
  const field = screen.getByRole('combobox', { name: 'Search concepts' });
  await user.type(field, 'se');
  await waitFor(() => expect(answerOld).toBeDefined());
  await user.clear(field);
  await user.type(field, 'lesion');
  await screen.findByRole('option', { name: /Primary lesion/ });
  answerOld?.();
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.queryByText('Old hit')).not.toBeInTheDocument();
});

it('finds the concepts that the page has at once, before the server answers', async () => {
  const { user } = browse();
  await screen.findByRole('treeitem', { name: /Sex/ });
  server.use(answers(catalogueEndpoints.conceptSearch, () => new Promise(() => {})));
  await user.type(screen.getByRole('combobox', { name: 'Search concepts' }), 'sex');
  expect(screen.getByRole('option', { name: /Sex/ })).toBeInTheDocument();
});

it('says when nothing was found, and returns to the tree with Escape', async () => {
  const { user } = browse();
  server.use(answers(catalogueEndpoints.conceptSearch, { search: 'xyz', concepts: [] }));
  await user.type(screen.getByRole('combobox', { name: 'Search concepts' }), 'xyz');
  expect(await screen.findByText('No data was found for xyz')).toBeInTheDocument();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('treeitem', { name: /Sex/ })).toBeVisible();
});

it('says that the tree could not be loaded, and loads it on retry', async () => {
  server.use(refuses(catalogueEndpoints.categories, 403, { detail: 'No.', code: 'not_a_member' }));
  const { user } = renderParts(<ConceptBrowser dataset="default" use="cohort" onSelect={() => {}} />);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  server.use(answers(catalogueEndpoints.categories, level('top', [sex])));
  await user.click(retry);
  expect(await screen.findByRole('treeitem', { name: /Sex/ })).toBeVisible();
});

it('a concept that was opened is among the recent ones, and its star makes it a favourite', async () => {
  const { user, onSelect } = browse();
  await user.click(await screen.findByRole('treeitem', { name: /Sex/ }));
  await user.click(screen.getByRole('radio', { name: 'Recent' }));
  const recent = screen.getByRole('list', { name: 'Recent' });
  await user.click(within(recent).getByRole('button', { name: 'Add Sex to favourites' }));
  await user.click(screen.getByRole('radio', { name: 'Favourites' }));
  await user.click(
    within(screen.getByRole('list', { name: 'Favourites' })).getByRole('button', { name: /^Sex/ }),
  );
  expect(onSelect.mock.calls.map(([concept]) => concept.conceptId)).toEqual(['sex', 'sex']);
  await user.click(screen.getByRole('button', { name: 'Remove Sex from favourites' }));
  expect(screen.getByText(/No favourites yet/)).toBeInTheDocument();
});

it('shows the values for which a concept was found', async () => {
  const { user } = browse();
  server.use(
    answers(catalogueEndpoints.conceptSearch, {
      search: 'fallot',
      concepts: [lesion],
      matches: { lesion: ['Tetralogy of Fallot'] },
    }),
  );
  await user.type(screen.getByRole('combobox', { name: 'Search concepts' }), 'fallot');
  const hit = await screen.findByRole('option', { name: /Primary lesion/ });
  expect(hit).toHaveTextContent('Found in its values: Tetralogy of Fallot');
  expect(within(hit).getByText('Fallot').tagName).toBe('MARK');
});

it('the slash key moves to the search, and the down arrow from there into the tree', async () => {
  const { user } = browse();
  await screen.findByRole('treeitem', { name: /Sex/ });
  await user.keyboard('/');
  const field = screen.getByRole('combobox', { name: 'Search concepts' });
  expect(field).toHaveFocus();
  await user.keyboard('se');
  screen.getByRole('button', { name: 'Clear the search' }).focus();
  await user.keyboard('/');
  expect(field).toHaveFocus();
  await user.keyboard('{Backspace}');
  expect(field).toHaveValue('');
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('treeitem', { name: /Sex/ })).toHaveFocus();
});

it('the star key opens every category of a level', async () => {
  const { user } = browse();
  (await screen.findByRole('treeitem', { name: /Sex/ })).focus();
  await user.keyboard('*');
  expect(await screen.findByRole('treeitem', { name: /Primary lesion/ })).toBeVisible();
});
