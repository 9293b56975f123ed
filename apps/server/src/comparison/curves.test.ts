import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onPortal } from '../testing/onPortal.ts';

const it = onPortal();

const birth = { kind: 'value', concept_id: 'birth_date' };
const diagnosis = { kind: 'record', collection_id: 'diagnosis' };
const severe = { ...diagnosis, concept_id: 'diagnosis_severity', values: ['severe'] };
const mild = { ...severe, values: ['mild'] };
const groups = [{ kind: 'cohort' }, { kind: 'rest' }];
const times = { zero: birth, end: severe, last: diagnosis };

const curves = ({ post, address }: TestPerson, given: object) =>
  post(address('comparison/curves/'), { groups, ...times, ...given });

it('curves begin and end only with times whose days the member sees (rule 17.15)', async ({
  ada,
  bo,
  cy,
}) => {
  const refused = [
    await curves(bo, {}),
    await curves(ada, { zero: { kind: 'birth' } }),
    await curves(ada, { end: { kind: 'value', concept_id: 'weight' } }),
    await curves(ada, { end: { kind: 'record', collection_id: 'gone' } }),
    await curves(ada, { end: { kind: 'record', collection_id: 'participant' } }),
    await curves(ada, { end: { ...severe, concept_id: 'sex' } }),
    await curves(ada, { end: { ...severe, values: [] } }),
    await curves(cy, {}),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 404, 400, 404, 400, 403]);
  expect((await cy.read('comparison/')).times).toBe(null);
  expect((await bo.read('comparison/')).times).toMatchObject({ has_birth: false, concepts: [] });
});

it('each group is followed from time zero to its event, and who is not is counted (rules 17.10 to 17.14)', async ({
  ada,
}) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  const left = { no_entry: 0, left_before: 0 };
  expect((await curves(ada, {})).json()).toMatchObject({
    groups: [
      { title: 'Active cohort', count: 3 },
      { title: 'Everybody else', count: 3, cohort_receipt: null },
    ],
    kind: 'survival',
    times: [0, 14, 28, 42, 56],
    curves: [
      {
        ...{ subjects: 1, events: 1, median: 1, at_risk: [1, 0, 0, 0, 0] },
        steps: [{ time: 1, share: 0, low: null, high: null }],
        left_out: { ...left, no_zero: 0, no_contact: 2 },
      },
      {
        ...{ subjects: 1, events: 1, median: 69, at_risk: [1, 1, 1, 1, 1] },
        left_out: { ...left, no_zero: 1, no_contact: 1 },
      },
    ],
    test: { test: 'logRank', df: [1] },
  });
  const { results } = (await ada.get('audit/')).json();
  expect(results[0]).toMatchObject({ action: 'comparison', detail: { groups: 2, compared: 'times' } });
});

it('with a competing event the curve is who has had the event first (rule 17.13)', async ({ ada }) => {
  await ada.cohort.edit({ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] });
  // P1 has the end and the competing event on one day.
  const found = (await curves(ada, { end: mild, competing: severe })).json();
  expect(found).toMatchObject({
    kind: 'incidence',
    curves: [
      { events: 1, competing: 0, median: null, steps: [{ time: 1, share: 1 }] },
      { events: 0, competing: 1, steps: [{ time: 69, share: 0 }] },
    ],
  });
});
