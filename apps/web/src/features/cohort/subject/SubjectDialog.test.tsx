import { cohortSubjectEndpoints } from '@atrium/contract/endpoints/cohortSubjects';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';
import { answers, server } from '../../../testing/server.ts';

const view = aCohortOf([aChoice()]);

const lanes = answers(cohortSubjectEndpoints.timelines, {
  snapshotId: 1,
  count: 2,
  unit: 'age',
  collections: [{ collectionId: 'surgery', title: 'Surgeries' }],
  subjects: [
    {
      subject: 'P1',
      events: [{ collectionId: 'surgery', start: 730, end: null, label: 'Norwood' }],
      isCut: false,
    },
    { subject: 'P2', events: [], isCut: true },
  ],
});
const explained = answers(cohortSubjectEndpoints.explain, ({ body }) => ({
  snapshotId: 1,
  subject: JSON.stringify(body).includes('P9') ? 'P9' : 'P1',
  isIn: false,
  parts: [{ entryId: 'e1', isMet: false, isDeciding: true }],
  records: [
    {
      collectionId: 'surgery',
      title: 'Surgeries',
      columns: [
        { conceptId: 'age_at', title: 'Age at surgery' },
        { conceptId: 'procedure', title: 'Procedure' },
      ],
      unit: 'age' as const,
      rows: [{ cells: ['2 years, 0 days', 'Norwood'], start: 730, end: null, meets: [] }],
      isCut: false,
    },
  ],
}));

it('one subject is explained filter by filter with its records, by its id or from its lane (rules 3.30, 11.27 and 17.20)', async () => {
  const { user } = openPanel(view, { root: { subjectIdConcept: 'id' } });
  server.use(lanes, explained);
  await user.click(await screen.findByRole('button', { name: 'Single participants' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(await dialog.findByText('All 2 participants')).toBeInTheDocument();
  expect(dialog.getByText('There may be more events than are drawn of: P2')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'P1' }));
  expect(await dialog.findByText('Not in your cohort')).toBeInTheDocument();
  expect(dialog.getByText('Meets 0 of 1 filter.')).toBeInTheDocument();
  expect(
    within(dialog.getByRole('region', { name: 'Filter by filter' })).getByRole('listitem'),
  ).toHaveTextContent('Sex = "Female"');
  expect(dialog.getByRole('cell', { name: 'Norwood' })).toBeInTheDocument();
  expect(dialog.getByText('2 y 0 d: Norwood')).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  await user.type(await dialog.findByLabelText('Id of a participant'), 'P9{Enter}');
  expect(await dialog.findByText('P9')).toBeInTheDocument();
});

it('single subjects are not offered to who sees no ids (rule 11.27)', async () => {
  openPanel(view);
  await screen.findByRole('button', { name: 'Describe filters' });
  expect(screen.queryByRole('button', { name: 'Single participants' })).not.toBeInTheDocument();
});
