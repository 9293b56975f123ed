import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { anEdit, texts } from '../../../../../testing/cohorts.ts';
import { aConceptDetail } from '../../../../../testing/concepts.ts';
import { openEditor } from '../../../../../testing/openEditor.tsx';
import { answers, server } from '../../../../../testing/server.ts';

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

it('posts the ticked values one per line', async () => {
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

it('select all takes every hit of a search, and is off without one', async () => {
  const { user } = open();
  expect(await screen.findByRole('button', { name: 'Select all' })).toBeDisabled();
  await user.type(screen.getByLabelText('Search values'), 'no{Enter}');
  await screen.findByRole('checkbox', { name: 'NOTCH2' });
  await user.click(screen.getByRole('button', { name: 'Select all' }));
  expect(screen.getByText('2 selected')).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Deselect all' }));
  expect(screen.getByText('0 selected')).toBeInTheDocument();
});

it('a list of thousands is chosen at once, counted with separators, and only drawn as far as it is seen', async () => {
  const { user } = open();
  const values = Array.from({ length: 4000 }, (_, index) => `GENE${index}`);
  server.use(answers(cohortEndpoints.edit, () => anEdit({ transformationSuccessful: false })));
  await user.click(await screen.findByLabelText('Paste a list'));
  await user.paste(values.join('\n'));
  await user.click(screen.getByRole('button', { name: 'Add pasted values' }));
  expect(await screen.findByText('4,000 selected')).toBeInTheDocument();
  expect(screen.queryAllByRole('button', { name: /^Remove GENE/ }).length).toBeLessThan(200);
});

it('the word about remaining entries goes as soon as they are changed', async () => {
  const { user } = open();
  server.use(
    answers(cohortEndpoints.edit, () =>
      anEdit({
        transformationSuccessful: false,
        transformationWarnings: ['Entry FOXQ9 not found'],
        transformationWarningEntries: ['FOXQ9'],
      }),
    ),
  );
  await user.click(await screen.findByLabelText('Paste a list'));
  await user.paste('FOXQ9');
  await user.click(screen.getByRole('button', { name: 'Add pasted values' }));
  expect(await screen.findByText('Remaining entries are invalid')).toBeInTheDocument();
  await user.type(screen.getByLabelText('Paste a list'), '1');
  expect(screen.queryByText('Remaining entries are invalid')).not.toBeInTheDocument();
});

it('for a concept without any value the text says so, and not that an empty search found nothing', async () => {
  openEditor({ concept: gene, statistics: texts('gene', []) });
  expect(await screen.findByText(/There is no data for this concept/)).toBeInTheDocument();
});
