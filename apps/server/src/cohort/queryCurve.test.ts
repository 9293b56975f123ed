import { ofPreview } from '@atrium/contract/wire/audit';
import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { onPortal } from '../testing/onPortal.ts';

const it = onPortal();

const between = (min: string, max: string) => ({
  type: 'add_entry',
  concept_id: 'weight',
  cd_numeric_min: min,
  cd_numeric_max: max,
});
const born = (min: string, max: string) => ({
  type: 'add_entry',
  concept_id: 'birth_date',
  query_type: 'date_range',
  cd_numeric_min: min,
  cd_numeric_max: max,
});
const address = ({ address: of }: TestPerson) => of('query_tools/curve/');
const curveAfter = async (person: TestPerson, transformation: object, bound: string) =>
  (await person.post(address(person), { transformation, bound })).json();

it('a curve has no bounds beyond the other one of its filter (rule 4.17)', async ({ ada }) => {
  const { entry_id: entryId } = await ada.cohort.edit(between('5', '20'));
  const { points } = await ada.read(`query_tools/curve/?entry_id=${entryId}&bound=min`);
  const values = points.map(({ value }: { value: number }) => value);
  expect(values).toContain(5);
  expect(Math.max(...values)).toBeLessThanOrEqual(20);
  expect(points.at(0).count).toBe(3);
});

it('whoever sees dates as years gets a curve of whole years, up to the last one', async ({ bo }) => {
  const { scale, points } = await curveAfter(bo, born('1990', ''), 'max');
  expect(scale).toBe('date');
  expect(points.map(({ value }: { value: string }) => value.slice(4))).toEqual(points.map(() => '-12-31'));
  expect(points.at(-1)).toEqual({ value: '2021-12-31', count: 5 });
});

it('the curve of a filter that is not applied yet is its curve once it is, changes nothing, and is recorded as a preview', async ({
  ada,
  portal,
}) => {
  const { points, snapshot_id: snapshotId } = await curveAfter(ada, between('5', ''), 'min');
  const { detail } = await portal.db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'count')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(detail).toMatchObject({ curve: 'min', [ofPreview]: true });
  expect((await ada.read('cohort_def/')).snapshot_id).toBe(snapshotId);
  const { entry_id: entryId } = await ada.cohort.edit(between('5', ''));
  expect((await ada.read(`query_tools/curve/?entry_id=${entryId}&bound=min`)).points).toEqual(points);
});

it('a filter that would be refused, and one without bounds, has no curve', async ({ ada, cy }) => {
  expect(await curveAfter(ada, between('x', ''), 'min')).toMatchObject({ code: 'bad_request' });
  const sex = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Male'] };
  expect(await curveAfter(ada, sex, 'min')).toMatchObject({
    code: 'bad_request',
    detail: expect.stringContaining('concept_id'),
  });
  const refused = await cy.post(address(cy), { transformation: between('5', ''), bound: 'min' });
  expect(refused.statusCode).toBe(403);
});
