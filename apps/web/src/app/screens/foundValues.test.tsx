import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortInsightEndpoints } from '@atrium/contract/endpoints/cohortInsight';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ConceptBrowser } from '../../features/catalogue/ConceptBrowser.tsx';
import { ValueOffers } from '../../features/cohort/find/ValueOffers.tsx';
import { aChoice, aCohort, aCohortOf, anEdit } from '../../testing/cohorts.ts';
import { aConcept } from '../../testing/concepts.ts';
import { renderParts } from '../../testing/renderParts.tsx';
import { answers, server } from '../../testing/server.ts';

const procedure = aConcept({ conceptId: 'procedure', name: 'Procedure', collectionId: 'surgery' });
const values = [
  { concept: procedure, text: 'Fontan' },
  { concept: procedure, text: 'Glenn', alsoCalled: 'Fontan stage two' },
];

async function search(text: string, view: CohortView, found: object = {}) {
  const posted: unknown[] = [];
  const previewed: unknown[] = [];
  server.use(
    answers(catalogueEndpoints.categories, { categoryId: 'top', concepts: [], categories: [] }),
    answers(catalogueEndpoints.conceptSearch, { search: text, concepts: [procedure], values, ...found }),
    answers(cohortEndpoints.read, view),
    answers(cohortInsightEndpoints.countAfterEach, ({ body }) => {
      previewed.push(body);
      return { snapshotId: view.snapshotId, counts: [557, 12] };
    }),
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anEdit({ ...view, snapshotId: 2 });
    }),
    answers(cohortEndpoints.count, { count: 557, definition: view.definition }),
  );
  const onSelect = vi.fn();
  const { user } = renderParts(
    <ConceptBrowser dataset="default" use="cohort" onSelect={onSelect} Offers={ValueOffers} />,
  );
  await user.type(await screen.findByRole('combobox', { name: 'Search concepts' }), text);
  await screen.findByRole('option', { name: /^Fontan/ });
  return { user, posted, previewed, onSelect };
}

it('a value that was found has its concept, its synonym and the subjects with it, and a click adds it (rule 11.14)', async () => {
  const { user, posted } = await search('fontan', aCohort());
  expect(await screen.findByRole('option', { name: /^Fontan\s*Procedure\s*557$/ })).toBeInTheDocument();
  expect(screen.getByRole('option', { name: /Glenn.*also called Fontan stage two/ })).toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: /^Glenn/ }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: {
          type: 'add_entry',
          concept_id: 'procedure',
          ignore_warnings: false,
          selected_categories: ['Glenn'],
        },
      },
    ]),
  );
  expect(await screen.findByText('Added Procedure: Glenn')).toBeInTheDocument();
});

it('a value of a concept that has a filter joins it as an alternative; one that is there already is not added again', async () => {
  const filter = aChoice({ conceptId: 'procedure', categories: ['Glenn'] });
  const { user, posted, previewed } = await search('fontan', aCohortOf([filter]));
  const held = screen.getByRole('option', { name: /Glenn.*in your cohort/ });
  expect(held).toHaveAttribute('aria-selected', 'true');
  await user.click(held);
  await user.keyboard('{Enter}');
  await user.click(await screen.findByRole('option', { name: /^Fontan\s*or/ }));
  const edit = expect.objectContaining({ entry_id: 'e1', selected_categories: ['Glenn', 'Fontan'] });
  await waitFor(() => expect(posted).toEqual([{ transformation: edit }]));
  expect(previewed[0]).toEqual({ transformations: [edit] });
});

it('a value does not join a filter that asks about a relative', async () => {
  const filter = aChoice({ conceptId: 'procedure', categories: ['Glenn'] });
  const { definition } = aCohortOf([filter]);
  const ofMother = aCohort({ definition: definition.map((set) => ({ ...set, about: 'mother' })) });
  const { user, posted } = await search('fontan', ofMother);
  expect(screen.queryByRole('option', { name: /in your cohort/ })).toBeNull();
  await user.click(screen.getByRole('option', { name: /^Fontan/ }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: expect.objectContaining({ concept_id: 'procedure', selected_categories: ['Fontan'] }),
      },
    ]),
  );
  expect(posted).not.toEqual([{ transformation: expect.objectContaining({ entry_id: 'e1' }) }]);
});

it('what was probably meant is shown and said, and its words go along into the editor', async () => {
  const found = { corrected: 'fontan', matches: { procedure: ['Fontan'] } };
  const { user, onSelect } = await search('fontn', aCohort(), found);
  expect(screen.getByText(/Nothing is called “fontn”/)).toBeInTheDocument();
  await user.click(screen.getByRole('option', { name: /^Procedure/ }));
  expect(onSelect).toHaveBeenCalledWith(procedure, 'fontan');
});
