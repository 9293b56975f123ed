import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { anAnalysis, anAnalysisEdit, aSmallNumberNote } from '../../testing/analyses.ts';
import {
  editsOf,
  figures,
  noAxes,
  openAggregate,
  sexByRace,
  table,
  textOf,
} from '../../testing/openAggregate.tsx';
import { answers, server } from '../../testing/server.ts';

describe('the cross-tab', () => {
  it('names every cell by its headers on both sides', async () => {
    openAggregate();
    const shown = await table();
    const cell = within(shown).getByRole('cell', { name: '1,204' });
    const headers = (cell.getAttribute('headers') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(headers.map((header) => header?.textContent)).toEqual(['Female', 'White']);
    expect(within(shown).getByText('Sex')).toBeVisible();
    expect(within(shown).getByText('Race')).toBeVisible();
  });

  it('joins equal neighbouring headers on both axes and marks missing values', async () => {
    openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race', 'birth_year'] }),
      crossTab: {
        index: [
          ['Female', 'ASD'],
          ['Female', 'VSD'],
          ['[not set]', 'VSD'],
        ],
        columns: [
          ['Asian', '1990s'],
          ['White', '1990s'],
          ['White', '2000s'],
        ],
        data: [
          [1, 2, 3],
          [4, 5, 6],
          [7, 8, 9],
        ],
      },
    });
    const shown = await table();
    expect(within(shown).getByRole('columnheader', { name: 'White' })).toHaveAttribute('colspan', '2');
    expect(within(shown).getByRole('rowheader', { name: 'Female' })).toHaveAttribute('rowspan', '2');
    expect(within(shown).getByText('[not set]')).toBeVisible();
    const cell = within(shown).getByRole('cell', { name: '6' });
    const headers = (cell.getAttribute('headers') ?? '').split(' ').map((id) => document.getElementById(id));
    expect(headers.map((header) => header?.textContent)).toEqual(['Female', 'VSD', 'White', '2000s']);
  });

  it('shows odd values as they are', async () => {
    const odd = ['A (b), "c"', "d's, e", true, false];
    openAggregate({
      view: anAnalysis({ rows: ['sex'], cols: [] }),
      crossTab: { index: odd, columns: ['subject count'], data: odd.map(() => [1]) },
    });
    const shown = await table();
    expect(textOf(within(shown).getAllByRole('rowheader'))).toEqual([
      'A (b), "c"',
      "d's, e",
      'True',
      'False',
    ]);
  });

  it('shows how many participants each row and column has, and says that cells can add up to more', async () => {
    const { user, router } = openAggregate();
    await table();
    expect(screen.getByRole('columnheader', { name: 'Total' })).toBeVisible();
    expect(textOf(screen.getAllByRole('cell').slice(-3))).toEqual(['41', '2,181', '2,217']);
    expect(screen.getByText(/A total counts nobody twice/)).toBeVisible();
    await user.click(screen.getByRole('switch', { name: 'Totals' }));
    expect(screen.queryByRole('columnheader', { name: 'Total' })).toBeNull();
    expect(router.state.location.search).toMatchObject({ totals: 'off' });
  });

  it('orders rows and columns by count, and folds what has no value', async () => {
    const { user } = openAggregate({
      view: anAnalysis({ rows: ['sex'], cols: [] }),
      crossTab: {
        index: ['Female', 'Male', '\\[not set]', '[not set]'],
        columns: ['subject count'],
        data: [[5], [7], [2], [9]],
        totals: { rows: [5, 7, 2, 9], columns: [23], all: 23 },
      },
    });
    const rows = () => textOf(screen.getAllByRole('rowheader'));
    await table();
    await user.click(screen.getByRole('radio', { name: 'By count' }));
    expect(rows()).toEqual(['Male', 'Female', '“[not set]”', '[not set]', 'Total']);
    await user.click(screen.getByRole('switch', { name: 'Without a value' }));
    expect(rows()).toEqual(['Male', 'Female', '“[not set]”', 'Total']);
    expect(screen.getByText(/Left out are 1 row of participants without a value/)).toBeVisible();
  });

  it('says where a term is counted without its narrower ones, and counts it with them by level', async () => {
    const view = anAnalysis({ rows: ['lesion'], cols: [] });
    const rows = view.extended.rows.map((entry) => ({ ...entry, mayRollUp: true }));
    const { user, posted } = openAggregate({
      view: { ...view, extended: { rows, cols: [] } },
      crossTab: { index: ['ASD'], columns: ['subject count'], data: [[5]] },
    });
    await table();
    expect(screen.getByText(/Each term of Primary cardiac lesion is counted for itself/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Level of Primary cardiac lesion' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Level 2, with narrower terms' }));
    await waitFor(() =>
      expect(editsOf(posted)).toEqual([{ type: 'set_level', entry_id: 'entry-lesion', level: 2 }]),
    );
  });

  it('says which small numbers are hidden: legend, sentence, and percentages of the totals', async () => {
    openAggregate({
      dataset: { accessLevel: 'agg' },
      suppression: aSmallNumberNote('Counts from 1 to 10 are shown as <11.'),
      crossTab: {
        ...figures,
        data: [
          ['<11', 1204],
          [0, 977],
        ],
      },
      at: '?percent=row',
    });
    const shown = await table();
    expect(within(shown).getByRole('cell', { name: 'hidden' })).toBeVisible();
    expect(screen.getByText('hidden to protect small groups')).toBeVisible();
    expect(screen.getByText(/Counts from 1 to 10 are shown as <11/)).toBeVisible();
    expect(within(shown).getByRole('cell', { name: '97.1% 1,204' })).toBeVisible();
    expect(within(shown).getByRole('cell', { name: '100.0% 977' })).toBeVisible();
  });

  it('shows an example to a member who sees aggregates only, and takes it over on request', async () => {
    const { user, posted } = openAggregate({
      dataset: { accessLevel: 'agg' },
      view: { ...noAxes, example: sexByRace.extended },
      suppression: aSmallNumberNote('Small.'),
    });
    expect(
      await screen.findByText('An example of this dataset: Sex (rows) and Race (columns)'),
    ).toBeVisible();
    expect(within(await table()).getByRole('cell', { name: '1,204' })).toBeVisible();
    server.use(
      answers(analysisEndpoints.batch, ({ body }) => {
        posted.push(body);
        return anAnalysisEdit(sexByRace);
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Use this example' }));
    const transformations = [
      { type: 'add_entry', concept_id: 'sex', role: 'rows' },
      { type: 'add_entry', concept_id: 'race', role: 'cols' },
    ];
    await waitFor(() => expect(posted).toEqual([{ transformations }]));
  });

  it('does not say that there are no participants where everything is hidden', async () => {
    const explanation = 'Rows and columns whose own number may not be shown are left out.';
    openAggregate({
      dataset: { accessLevel: 'agg' },
      suppression: aSmallNumberNote(explanation),
      crossTab: { index: [], columns: [], data: [] },
    });
    expect(await screen.findByText('Nothing of this cross-tab may be shown')).toBeVisible();
    expect(screen.getByText(explanation)).toBeVisible();
    expect(screen.queryByText(/No participant falls/)).toBeNull();
  });
});

describe('the chart', () => {
  it('is opened by the address, and describes itself in a sentence', async () => {
    openAggregate({ at: '?view=chart' });
    const drawing = await screen.findByRole('img', { name: /^Bar chart/ });
    expect(drawing).toHaveAccessibleName(
      /the number of participants by Sex \(rows\) and Race \(columns\)\. The highest bar is Female, White with 1,204\./,
    );
  });

  it('has a chart for each value of the first of three concepts', async () => {
    openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race'] }),
      crossTab: {
        index: [
          ['Female', 'ASD'],
          ['Male', 'ASD'],
        ],
        columns: ['Asian'],
        data: [[1], [2]],
      },
      at: '?view=chart',
    });
    expect(await screen.findAllByRole('img', { name: /^(Female|Male): Bar chart/ })).toHaveLength(2);
  });

  it('offers the table where there are more than three concepts', { tags: 'long' }, async () => {
    const { user } = openAggregate({
      view: anAnalysis({ rows: ['sex', 'lesion'], cols: ['race', 'birth_year'] }),
      crossTab: { index: [['Female', 'ASD']], columns: [['Asian', '1990']], data: [[1]] },
      at: '?view=chart',
    });
    expect(await screen.findByText('The chart shows up to three concepts')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show the table' }));
    expect(await table()).toBeVisible();
  });
});
