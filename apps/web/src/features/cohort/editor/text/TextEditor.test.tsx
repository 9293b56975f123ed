import { catalogueEndpoints } from '@atrium/contract';
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { texts } from '../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../testing/concepts.ts';
import { openEditor } from '../../../../testing/openEditor.tsx';
import { answers } from '../../../../testing/server.ts';

const gene = aConceptDetail({ conceptId: 'gene', conceptType: 'text', name: 'Gene', cohortOptions: {} });

const open = () =>
  openEditor({
    concept: gene,
    statistics: texts('gene', ['GATA4', 'NOTCH1']),
    others: [
      answers(catalogueEndpoints.conceptStatistics, ({ query }) =>
        texts('gene', query['search'] === 'no' ? ['NOTCH1', 'NOTCH2'] : ['GATA4', 'NOTCH1']),
      ),
    ],
  });

test('posts the ticked values one per line', async () => {
  const { user, posted } = open();
  await user.click(await screen.findByRole('checkbox', { name: 'GATA4' }));
  await user.click(screen.getByRole('checkbox', { name: 'NOTCH1' }));
  await user.click(screen.getByRole('button', { name: 'Apply new filter' }));
  await waitFor(() =>
    expect(posted).toEqual([
      { transformation: expect.objectContaining({ chiron_text_field_selection: 'GATA4\nNOTCH1' }) },
    ]),
  );
});

test('select all takes every hit of a search, and is off without one', async () => {
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Select all' })).toBeDisabled();
  await user.type(screen.getByLabelText('Search values'), 'no{Enter}');
  await screen.findByRole('checkbox', { name: 'NOTCH2' });
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deselect all' }));
  expect(screen.getByText('0 selected')).toBeInTheDocument();
});
