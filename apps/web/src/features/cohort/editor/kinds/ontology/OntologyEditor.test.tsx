import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { paginate } from '@atrium/contract/wire/paginator';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEdit, aTerm, terms } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';
import { answers, server } from '../../../../../testing/server.ts';

const lesion = aConceptDetail({
  conceptId: 'lesion',
  conceptType: 'ontology',
  name: 'Lesion',
  cohortOptions: {},
});
const heart = aTerm({ code: 'CL:1', label: 'Structural heart defect' });
const fallot = aTerm({ code: 'CL:2', label: 'Tetralogy of Fallot', count: 1480, subjects: 1466 });
const atTop = terms('lesion', { actionResults: [heart] });
const atHeart = terms('lesion', { term: heart, parents: [], actionResults: [fallot] });

const open = (edited = {}) =>
  openEditor({
    concept: lesion,
    statistics: atTop,
    edited,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) =>
        query['ontology_class'] === 'CL:1' ? atHeart : atTop,
      ),
    ],
  });

it('goes down to narrower terms and posts the chosen one by its code', async () => {
  const { user, posted } = open();
  await user.click(await screen.findByRole('button', { name: 'Narrower terms of Structural heart defect' }));
  expect(await screen.findByText('1,480 (1,466)')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Add Tetralogy of Fallot' }));
  await user.click(screen.getByRole('switch', { name: /Include unrecognised codes \(35 subjects\)/ }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: expect.objectContaining({
          chiron_ontology_field_selection: [{ code: 'CL:2' }],
          include_ontology_unknown: true,
        }),
      },
    ]),
  );
});

it('cuts long labels at 55 characters and keeps the whole one in the title', async () => {
  const label = 'An exceedingly long description of a heart lesion that goes on and on';
  openEditor({
    concept: lesion,
    statistics: terms('lesion', { actionResults: [aTerm({ label, leaf: 1 })] }),
  });
  const cut = await screen.findByText(`${label.slice(0, 55)}…`);
  expect(cut).toHaveAttribute('title', `${label} (CL:1)`);
});

it('searches at once on Enter, for many hits, and names the search when nothing is found', async () => {
  const requests: unknown[] = [];
  const { user } = openEditor({
    concept: lesion,
    statistics: atTop,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
        if (query['search'] === undefined) return atTop;
        requests.push(query);
        return terms('lesion', { actionResults: [] });
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Search terms'), 'zzz{Enter}');
  expect(await screen.findByText('No data was found for zzz')).toBeInTheDocument();
  expect(requests).toEqual([
    expect.objectContaining({
      search: 'zzz',
      page: '1',
      records_per_page: '3000',
      filter_data_exists: 'true',
    }),
  ]);
});

it('a search with more hits than a page holds has pages (rule 4.10)', async () => {
  const pages: unknown[] = [];
  const { user } = openEditor({
    concept: lesion,
    statistics: atTop,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
        if (query['search'] === undefined) return atTop;
        pages.push(query['page']);
        const page = Number(query['page']);
        return terms('lesion', {
          actionResults: [page === 1 ? heart : fallot],
          paginator: paginate(page, 3000, 3001),
        });
      }),
    ],
  });
  await user.type(await screen.findByLabelText('Search terms'), 'e{Enter}');
  const list = await screen.findByRole('navigation', { name: 'Pages of the terms' });
  expect(list).toHaveTextContent('1–3,000 of 3,001');
  expect(screen.getByText('3,001 terms')).toBeInTheDocument();
  await user.click(within(list).getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Tetralogy of Fallot')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Search terms'), 'f{Enter}');
  await waitFor(() => expect(pages).toEqual(['1', '2', '1']));
});

it('the switch for terms in the data repeats the question without it', async () => {
  const requests: unknown[] = [];
  const { user } = openEditor({
    concept: lesion,
    statistics: atTop,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
        requests.push(query['filter_data_exists']);
        return atTop;
      }),
    ],
  });
  await user.click(await screen.findByRole('switch', { name: 'Only terms that exist in the data' }));
  await waitFor(() => expect(requests).toEqual([undefined, 'false']));
});

it('of a pasted list what exists is chosen, and the rest stays with a word that it is invalid', async () => {
  const { user } = open();
  const posted: unknown[] = [];
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      return anEdit({
        transformationSuccessful: false,
        transformationWarnings: ['Entry foo not found', 'Entry bar not found'],
        transformationWarningEntries: ['foo', 'bar'],
      });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Add Structural heart defect' }));
  const box = screen.getByLabelText('Paste a list');
  await user.type(box, 'Truncus arteriosus{Enter}{Enter}  foo {Enter}bar');
  await user.click(screen.getByRole('button', { name: 'Add pasted values' }));
  expect(await screen.findByText('Remaining entries are invalid')).toBeInTheDocument();
  expect(box).toHaveValue('foo\nbar');
  expect(posted).toEqual([
    {
      transformation: expect.objectContaining({
        validate_only: true,
        chiron_ontology_field_selection: ['Truncus arteriosus', 'foo', 'bar'],
      }),
    },
  ]);
  const chosen = screen.getAllByRole('listitem').filter((item) => within(item).queryByLabelText(/^Remove/));
  expect(chosen.map((item) => item.textContent)).toContain('Truncus arteriosus');
  await user.clear(box);
  await user.click(screen.getByRole('button', { name: 'Add pasted values' }));
  expect(screen.queryByText('Remaining entries are invalid')).not.toBeInTheDocument();
});

it('a saved pasted word becomes the term that the server understood', { tags: 'long' }, async () => {
  const definition = [
    {
      kind: 'criteria_set' as const,
      entryId: 's1',
      collectionId: 'participant',
      entries: [
        {
          kind: 'ontology' as const,
          entryId: 'e7',
          conceptId: 'lesion',
          prefilterValue: null,
          excludeSelected: false,
          includeNullAndMissing: false,
          includeOntologyUnknown: false,
          terms: [{ code: 'CL:9', label: 'Common arterial trunk' }],
        },
      ],
    },
  ];
  const { user } = open({ entryId: 'e7', definition });
  await user.type(await screen.findByLabelText('Paste a list'), 'truncus');
  await user.click(screen.getByRole('button', { name: 'Add pasted values' }));
  await screen.findByRole('button', { name: 'Remove truncus' });
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  expect(await screen.findByRole('button', { name: 'Remove Common arterial trunk' })).toBeInTheDocument();
});

const septal = aTerm({ code: 'CL:3', label: 'Septal defect' });
const shunt = aTerm({ code: 'CL:4', label: 'Shunt lesion' });
const vsd = aTerm({
  code: 'CL:5',
  label: 'Ventricular septal defect',
  synonyms: ['Hole in the heart', 'ventricular septal defect', 'VSD'],
});
const listings: Record<string, ReturnType<typeof terms>> = {
  '': terms('lesion', { actionResults: [heart] }),
  'CL:1': terms('lesion', { term: heart, actionResults: [septal, shunt] }),
  'CL:3': terms('lesion', { term: septal, parents: [heart], actionResults: [vsd] }),
  'CL:4': terms('lesion', { term: shunt, parents: [heart], actionResults: [vsd] }),
  'CL:5': terms('lesion', { term: vsd, parents: [septal, shunt], actionResults: [fallot] }),
};
const walkable = () => {
  const requests: string[] = [];
  const bed = openEditor({
    concept: lesion,
    statistics: atTop,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
        requests.push(query['ontology_class'] ?? '');
        return listings[query['ontology_class'] ?? ''] ?? atTop;
      }),
    ],
  });
  const down = async (label: string) =>
    bed.user.click(await screen.findByRole('button', { name: `Narrower terms of ${label}` }));
  return { ...bed, requests, down };
};

it('shows the way that was gone, every parent of a term, and what else it is called', async () => {
  const { user, down } = walkable();
  await down('Structural heart defect');
  await down('Septal defect');
  await screen.findByRole('button', { name: 'Narrower terms of Ventricular septal defect' });
  expect(screen.queryByText('Broader term')).not.toBeInTheDocument();
  await down('Ventricular septal defect');
  expect(await screen.findByText('2 broader terms')).toBeInTheDocument();
  expect(screen.getByText('Also called Hole in the heart; VSD')).toBeInTheDocument();
  const way = screen.getByRole('navigation', { name: 'Way through the ontology' });
  expect(
    within(way)
      .getAllByRole('button')
      .map((step) => step.textContent),
  ).toEqual(['Top terms', 'Structural heart defect', 'Septal defect']);
  await user.click(screen.getByRole('button', { name: 'Shunt lesion' }));
  expect(await screen.findByText('Broader term')).toBeInTheDocument();
  expect(within(way).getAllByRole('button')).toHaveLength(1);
});

it('loads narrower terms before the click, when the pointer comes', async () => {
  const { user, requests } = walkable();
  await user.hover(await screen.findByRole('button', { name: 'Narrower terms of Structural heart defect' }));
  await waitFor(() => expect(requests).toEqual(['', 'CL:1']));
  await user.click(screen.getByRole('button', { name: 'Narrower terms of Structural heart defect' }));
  await screen.findByRole('button', { name: 'Narrower terms of Septal defect' });
  expect(requests.filter((code) => code === 'CL:1')).toHaveLength(1);
});

it('a click on a bar chooses its term', async () => {
  const two = terms('lesion', { actionResults: [heart, aTerm({ code: 'CL:9', label: 'Arrhythmia' })] });
  const { user, posted } = openEditor({ concept: lesion, statistics: two });
  await user.click(await screen.findByRole('button', { name: 'Structural heart defect: 4,200' }));
  expect(screen.getByRole('button', { name: 'Remove Structural heart defect', pressed: true })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([
      { transformation: expect.objectContaining({ chiron_ontology_field_selection: [{ code: 'CL:1' }] }) },
    ]),
  );
});

it('by keyboard, the focus goes on from the term that was opened', async () => {
  const { user } = walkable();
  (await screen.findByRole('button', { name: 'Narrower terms of Structural heart defect' })).focus();
  await user.keyboard('{Enter}');
  await screen.findByRole('button', { name: 'Narrower terms of Septal defect' });
  await user.tab();
  expect(screen.getByRole('button', { name: 'Add Structural heart defect' })).toHaveFocus();
});

it('without a single term in the cohort it says so, and how to see the others', async () => {
  const { user } = openEditor({
    concept: lesion,
    statistics: atTop,
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) =>
        query['show_all_data'] === 'false' ? terms('lesion', { actionResults: [] }) : atTop,
      ),
    ],
  });
  await user.click(await screen.findByRole('switch', { name: 'Show data for the active cohort only' }));
  expect(await screen.findByText(/Turn the cohort switch off/)).toBeInTheDocument();
});
