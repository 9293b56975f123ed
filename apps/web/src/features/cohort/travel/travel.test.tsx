import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { cohortDocumentEndpoints } from '@atrium/contract/endpoints/cohortDocument';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aChoice, aCohortOf, anEdit } from '../../../testing/cohorts.ts';
import { openPanel } from '../../../testing/openPanel.tsx';
import { answers, server } from '../../../testing/server.ts';

const view = aCohortOf([aChoice()]);

it('what cannot be said in a convention is named, and then there is no file (rule 14.76)', async () => {
  const { user } = openPanel(view);
  server.use(
    answers(cohortDocumentEndpoints.ofCohort, ({ query }) => {
      const isSqon = JSON.stringify(query).includes('sqon');
      const format = isSqon ? ('sqon' as const) : ('cohort' as const);
      const unsaid = isSqon ? ['Surgery 1: days back from today'] : [];
      return { format, fileName: `cohort.${format}.json`, document: isSqon ? null : {}, unsaid, leftOut: [] };
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Save to a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  await expect
    .poll(() => dialog.getByRole('button', { name: 'Save the file' }).hasAttribute('disabled'))
    .toBe(false);
  await user.selectOptions(dialog.getByLabelText('Format'), 'sqon');
  expect(await dialog.findByText('Surgery 1: days back from today')).toBeInTheDocument();
  expect(dialog.getByRole('button', { name: 'Save the file' })).toBeDisabled();
});

it('what a dataset lacks of a definition is named before anything is saved, and is left out by one more click (rule 14.77)', async () => {
  const { user } = openPanel(view);
  const posted: unknown[] = [];
  server.use(
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(body);
      const isDry = JSON.stringify(body).includes('"validate_only":true');
      return anEdit({
        ...view,
        ...(isDry && {
          transformationSuccessful: false,
          transformationErrors: ['There is no concept Hospital (hospital) here.'],
          transformationRefusals: [{ fields: [], code: 'not_found', message: 'There is no concept.' }],
        }),
      });
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Open a file' }));
  const dialog = within(await screen.findByRole('dialog'));
  const input = document.querySelector<HTMLElement>('input[type=file]');
  if (input === null) throw new Error('There is nothing to choose a file with.');
  await user.upload(input, new File(['[no json'], 'cohort.json', { type: 'application/json' }));
  expect(await dialog.findByText('The file is not JSON.')).toBeInTheDocument();
  await user.upload(input, new File(['{"format":"x"}'], 'cohort.json', { type: 'application/json' }));
  expect(await dialog.findByText('There is no concept Hospital (hospital) here.')).toBeInTheDocument();
  expect(posted).toHaveLength(1);
  await user.click(dialog.getByRole('button', { name: 'Use it without these' }));
  await expect.poll(() => posted.length).toBe(2);
  expect(posted[1]).toMatchObject({ transformation: { type: 'import_cohort', leave_out: true } });
});
