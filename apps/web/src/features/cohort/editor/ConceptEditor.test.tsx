import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import {
  aChoice,
  aCohort,
  aCohortOf,
  aFilter,
  aSubSet,
  choices,
  numbers,
  texts,
} from '../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../testing/concepts.ts';
import { openEditor } from '../../../testing/openEditor.tsx';
import { participants, surgeries } from '../../../testing/openPanel.tsx';
import { answers, refuses, server } from '../../../testing/server.ts';
import { cohortKey } from '../cohortQueries.ts';

const sex = aConceptDetail({ cohortOptions: { selectedValues: [] } });
const sexes = choices('sex', { Female: 6120, Male: 3904 });
const saved = aCohortOf([aChoice()], { snapshotId: 2 });
const titles = answers(catalogueEndpoints.collections, [participants, surgeries]);
const applied = { entryId: 'e1', definition: saved.definition, criteriaSets: saved.criteriaSets };

it('posts the chosen values and goes on editing the filter that came back', async () => {
  const { user, posted } = openEditor({ concept: sex, statistics: sexes, edited: applied });
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await user.click(await screen.findByRole('button', { name: 'Update filter' }));
  expect(screen.getByRole('checkbox', { name: /Female/ })).toBeChecked();
  await waitFor(() => expect(posted).toHaveLength(2));
  expect(posted).toEqual([
    {
      transformation: {
        type: 'add_entry',
        concept_id: 'sex',
        exclude_selected: false,
        ignore_warnings: false,
        selected_categories: ['Female'],
      },
    },
    { transformation: expect.objectContaining({ entry_id: 'e1' }) },
  ]);
});

it('a person who stops editing a filter that was just applied begins a new one with nothing chosen', async () => {
  const { user } = openEditor({ concept: sex, statistics: sexes, edited: applied });
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await user.click(await screen.findByRole('button', { name: 'Stop editing' }));
  expect(await screen.findByRole('button', { name: 'Apply new filter' })).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: /^Female/ })).not.toBeChecked();
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus();
});

it('shows for each value how many records and subjects it has, in the words of the dataset', async () => {
  const finding = aConceptDetail({ collectionId: 'surgery', cohortOptions: { selectedValues: [] } });
  openEditor({ concept: finding, statistics: sexes, others: [titles] });
  expect(await screen.findByText('6,120 surgeries for 6,119 participants')).toBeInTheDocument();
  expect(screen.getByRole('img', { name: /most surgeries \(6,120\) in Female/ })).toBeInTheDocument();
});

it('where a record is a subject, its number is shown once', async () => {
  openEditor({ concept: sex, statistics: sexes, others: [titles] });
  expect(await screen.findByText('6,119 participants')).toBeInTheDocument();
});

it('includes null or missing as one more value, with the number of subjects concerned', async () => {
  const { user, posted } = openEditor({ concept: sex, statistics: sexes, edited: applied });
  await user.click(await screen.findByRole('switch', { name: 'Include null or missing (198)' }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([{ transformation: expect.objectContaining({ selected_categories: [''] }) }]),
  );
});

it('a value that the server calls selected is ticked when its filter is opened', async () => {
  openEditor({
    concept: aConceptDetail({ cohortOptions: { selectedValues: ['Male', null], excludeSelected: true } }),
    statistics: sexes,
    view: aCohortOf([aChoice()]),
    entryId: 'e1',
  });
  expect(await screen.findByRole('checkbox', { name: /Male/ })).toBeChecked();
  expect(screen.getByRole('switch', { name: /Include null/ })).toBeChecked();
  expect(screen.getByRole('switch', { name: 'Exclude Filter' })).toBeChecked();
  expect(screen.getByText('You are editing a filter.')).toBeInTheDocument();
});

it('Escape stops editing from within the editor, and leaves it alone where something else is in use', async () => {
  const { user } = openEditor({
    concept: sex,
    statistics: sexes,
    view: aCohortOf([aChoice()]),
    entryId: 'e1',
  });
  await screen.findByRole('checkbox', { name: /^Male/ });
  const elsewhere = document.body.appendChild(document.createElement('button'));
  elsewhere.focus();
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: 'Update filter' })).toBeInTheDocument();
  elsewhere.remove();
  screen.getByRole('button', { name: 'Update filter' }).focus();
  await user.keyboard('{Escape}');
  expect(await screen.findByRole('button', { name: 'Apply new filter' })).toBeInTheDocument();
});

it('a filter that is no longer in the cohort counts as a new one', async () => {
  openEditor({ concept: sex, statistics: sexes, entryId: 'gone' });
  expect(await screen.findByRole('button', { name: 'Apply new filter' })).toBeInTheDocument();
});

it('a boolean concept cannot be excluded', async () => {
  openEditor({
    concept: aConceptDetail({ conceptType: 'boolean', name: 'Down syndrome' }),
    statistics: choices('sex', { True: 20, False: 10 }),
  });
  expect(await screen.findByRole('checkbox', { name: /True/ })).toBeInTheDocument();
  expect(screen.queryByRole('switch', { name: 'Exclude Filter' })).not.toBeInTheDocument();
});

it('shows errors and warnings of a refused filter and keeps what was chosen', async () => {
  const { user } = openEditor({
    concept: sex,
    statistics: sexes,
    edited: {
      transformationSuccessful: false,
      transformationErrors: ['Choose at least one value.', ''],
      transformationRefusals: [
        { fields: [], code: 'missing', message: 'Choose at least one value.' },
        { fields: [], code: 'missing', message: '' },
      ],
      transformationWarnings: ['Entry X not found'],
    },
  });
  await user.click(await screen.findByRole('checkbox', { name: /^Male/ }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  expect(await screen.findByText('Choose at least one value.')).toBeInTheDocument();
  expect(screen.getByText('Entry X not found')).toBeInTheDocument();
  expect(screen.getByRole('checkbox', { name: /Male/ })).toBeChecked();
});

it('shows in the editor why a concept cannot be read', async () => {
  openEditor({
    concept: sex,
    statistics: sexes,
    others: [
      refuses(catalogueEndpoints.concept, 404, { detail: 'There is no such concept.', code: 'not_found' }),
    ],
  });
  expect(await screen.findByText('There is no such concept.')).toBeInTheDocument();
});

it('the switch to the active cohort asks for its data only', async () => {
  const { user, requests } = openEditor({ concept: sex, statistics: sexes });
  await user.click(await screen.findByRole('switch', { name: 'Show data for the active cohort only' }));
  await waitFor(() => expect(requests.map((query) => query['show_all_data'])).toEqual(['true', 'false']));
});

it('the detail call names the filter, its prefilter and whose data are shown; the switch keeps what is being typed', async () => {
  const { user, opened } = openEditor({
    concept: sex,
    statistics: sexes,
    view: aCohortOf([{ ...aChoice(), prefilterValue: 'mg/ml & more' }]),
    entryId: 'e1',
  });
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await user.click(screen.getByRole('switch', { name: 'Show data for the active cohort only' }));
  const named = {
    cohort_def_entry_id: 'e1',
    include_cohort_def_options: 'true',
    prefilter_value: 'mg/ml & more',
  };
  await waitFor(() =>
    expect(opened).toEqual([
      { ...named, show_all_data: 'true' },
      { ...named, show_all_data: 'false' },
    ]),
  );
  expect(screen.getByRole('checkbox', { name: /^Female/ })).toBeChecked();
});

it('everybody has the colour of everybody while the figures of the cohort are awaited', async () => {
  const { container } = openEditor({
    concept: sex,
    statistics: sexes,
    view: aCohortOf([aChoice()]),
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) =>
        query['show_all_data'] === 'true' ? sexes : new Promise(() => {}),
      ),
    ],
  });
  await screen.findByRole('checkbox', { name: /Male/ });
  const drawn = container.querySelectorAll('[data-whole]');
  expect(drawn.length).toBeGreaterThan(0);
  expect([...drawn].map((bar) => bar.getAttribute('data-whole'))).toEqual([...drawn].map(() => 'true'));
});

it('says what its figures count', async () => {
  const people = { collectionId: 'participant', name: 'Participant', namePlural: 'Participants' };
  const surgeries = { collectionId: 'surgery', name: 'Surgery', namePlural: 'Surgeries' };
  const collections = [
    { ...people, isRootCollection: true, hasEvent: false },
    { ...surgeries, isRootCollection: false, hasEvent: true },
  ];
  const view = aCohort({
    criteriaSets: [
      aSubSet({
        entryId: 's2',
        collectionId: 'surgery',
        criteriaSetName: 'Surgery 1',
        entries: [aFilter()],
      }),
    ],
  });
  const { user, requests } = openEditor({
    concept: { ...sex, collectionId: 'surgery', collectionName: 'Surgery' },
    statistics: sexes,
    view,
    others: [answers(catalogueEndpoints.collections, collections)],
  });
  const base = await screen.findByTestId('counted-base');
  await waitFor(() => expect(base).toHaveTextContent('all surgeries of the dataset, and their participants'));
  await user.click(screen.getByRole('switch', { name: 'Show data for the active cohort only' }));
  await waitFor(() =>
    expect(base).toHaveTextContent('the surgeries that meet “Surgery 1”, of the participants in your cohort'),
  );
  await user.selectOptions(screen.getByRole('combobox', { name: 'Which surgery?' }), 'new');
  await waitFor(() => expect(base).toHaveTextContent('all surgeries of the participants in your cohort'));
  await waitFor(() =>
    expect(requests.map((query) => query['criteria_set'])).toEqual([undefined, 's2', 'new']),
  );
});

it('says that nobody has data, and what to do about it', async () => {
  openEditor({ concept: sex, statistics: choices('sex', {}) });
  expect(await screen.findByText(/There is no data for this concept/)).toBeInTheDocument();
});

const lactate = aConceptDetail({
  conceptType: 'number',
  name: 'Result',
  cohortOptions: {},
  prefilterConcept: {
    id: 7,
    conceptId: 'measure',
    name: 'Measure',
    namePlural: 'Measures',
    description: '',
    additionalMetadata: [],
    order: 1,
    published: true,
    includeInCohort: true,
    includeInTable: true,
    includeInAnalysis: true,
    hasPhi: false,
  },
});

it('a required prefilter is asked for before anything else, and travels with the filter', async () => {
  const { user, posted } = openEditor({
    concept: lactate,
    statistics: numbers('sex'),
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ params }) =>
        params['conceptId'] === 'measure' ? choices('measure', { Lactate: 40 }) : numbers('sex'),
      ),
    ],
  });
  expect(await screen.findByText(/Choose one above to go on/)).toBeInTheDocument();
  expect(screen.queryByLabelText('Min')).not.toBeInTheDocument();
  await user.click(screen.getByRole('combobox', { name: 'Measure' }));
  await user.click(await screen.findByRole('option', { name: /^Lactate/ }));
  await user.type(await screen.findByLabelText('Max'), '4{Enter}');
  await waitFor(() =>
    expect(posted).toEqual([
      {
        transformation: expect.objectContaining({
          prefilter_value: 'Lactate',
          cd_numeric_min: '',
          cd_numeric_max: '4',
        }),
      },
    ]),
  );
});

it('an optional prefilter does not stand in the way', async () => {
  openEditor({ concept: { ...lactate, prefilterMode: 'optional' }, statistics: numbers('sex') });
  expect(await screen.findByRole('combobox', { name: 'Measure (optional)' })).toBeInTheDocument();
  expect(await screen.findByLabelText('Min')).toBeInTheDocument();
});

it('an undo of the filter being edited brings its values back', async () => {
  const { user, client } = openEditor({
    concept: aConceptDetail({ cohortOptions: { selectedValues: ['Female'] } }),
    statistics: sexes,
    view: saved,
    entryId: 'e1',
  });
  await user.click(await screen.findByRole('checkbox', { name: /^Male/ }));
  expect(screen.getByRole('checkbox', { name: /Male/ })).toBeChecked();
  const before = aCohortOf([aChoice({ categories: ['Other'] })], { snapshotId: 1 });
  server.use(
    answers(catalogueEndpoints.concept, aConceptDetail({ cohortOptions: { selectedValues: ['Other'] } })),
  );
  client.setQueryData(cohortKey('default'), before);
  expect(await screen.findByRole('checkbox', { name: /Other/ })).toBeChecked();
  expect(screen.getByRole('checkbox', { name: /Male/ })).not.toBeChecked();
});

it('an edit elsewhere in the cohort leaves what is being chosen alone', async () => {
  const { user, client } = openEditor({ concept: sex, statistics: sexes });
  await user.click(await screen.findByRole('checkbox', { name: /^Male/ }));
  client.setQueryData(cohortKey('default'), aCohortOf([aChoice({ conceptId: 'other' })], { snapshotId: 9 }));
  await waitFor(() => expect(screen.getByRole('checkbox', { name: /Male/ })).toBeChecked());
});

it('a click on a bar of the chart ticks its value', async () => {
  const { user } = openEditor({ concept: sex, statistics: sexes });
  await user.click(await screen.findByRole('button', { name: 'Male: 3,904' }));
  expect(screen.getByRole('checkbox', { name: /^Male/ })).toBeChecked();
});

it('a prefilter of texts offers many values at once', async () => {
  const sizes: unknown[] = [];
  openEditor({
    concept: lactate,
    statistics: numbers('sex'),
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) => {
        sizes.push(query['records_per_page']);
        return texts('measure', ['Lactate']);
      }),
    ],
  });
  await screen.findByText(/Choose one above to go on/);
  await waitFor(() => expect(sizes).toEqual(['1000']));
});

it('a prefilter that cannot be read says so, and one that the network lost can be read again', async () => {
  const { user } = openEditor({
    concept: lactate,
    statistics: numbers('sex'),
    others: [
      refuses(catalogueEndpoints.conceptStatistics, 400, { detail: 'Choose first.', code: 'bad_request' }),
    ],
  });
  await user.click(await screen.findByRole('combobox', { name: 'Measure' }));
  expect(await screen.findByRole('option', { name: /^Misconfigured/ })).toBeInTheDocument();
});

const sign = {
  collectionId: 'sign',
  collectionName: 'Sign',
  collectionNamePlural: 'Signs',
  polarityConcept: { conceptId: 'excluded', name: 'Excluded' },
};

it('where records say what is present, a new filter asks for present ones, and its figures count them', async () => {
  const concept = aConceptDetail({ cohortOptions: { selectedValues: [] }, ...sign });
  const { user, posted, requests } = openEditor({ concept, statistics: sexes, edited: applied });
  expect(await screen.findByRole('combobox', { name: 'Which signs' })).toHaveValue('present');
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  expect(requests.at(-1)).toMatchObject({ polarity: 'present' });
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([{ transformation: expect.objectContaining({ polarity: 'present' }) }]),
  );
});

it('a person can ask for present and absent records alike, and then no polarity is sent', async () => {
  const concept = aConceptDetail({ cohortOptions: { selectedValues: [] }, ...sign });
  const { user, posted, requests } = openEditor({ concept, statistics: sexes, edited: applied });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'Which signs' }), 'present or absent');
  await waitFor(() => expect(requests.at(-1)).not.toHaveProperty('polarity'));
  await user.click(await screen.findByRole('checkbox', { name: /^Female/ }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() => expect(posted).toHaveLength(1));
  expect(posted[0]).not.toHaveProperty('transformation.polarity');
});
