import fc from 'fast-check';
import { expect, it as plainly } from 'vitest';
import { createAsker } from '../testing/attack/ask.ts';
import { plantedValues, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import type { Caller } from '../testing/caller.ts';
import { onPortal } from '../testing/onPortal.ts';
import { neighbour } from './askedFilters.ts';

const it = onPortal();
const valuesOf: Readonly<Record<string, readonly string[]>> = plantedValues;

const ask = (caller: Caller, dataset: string, query: object) =>
  caller.send({
    method: 'POST',
    url: `/api/beacon/individuals?dataset=${dataset}`,
    payload: { meta: { apiVersion: 'v2.2.0' }, query },
  });

it('counts individuals by terms, values and operators, as the screens do (rule 14.79)', async ({
  bo,
  dataset,
}) => {
  const countOf = async (...filters: object[]) => {
    const reply = await ask(bo, dataset.uniqueId, { filters });
    expect([reply.body, reply.statusCode]).toEqual([expect.anything(), 200]);
    return reply.json().responseSummary.numTotalResults;
  };
  expect(await countOf()).toBe(6);
  expect(await countOf({ id: 'sex:Female' })).toBe(3);
  expect(await countOf({ id: 'sex', operator: '!', value: 'Female' })).toBe(3);
  expect(await countOf({ id: 'is_proband' }, { id: 'sex', operator: '=', value: 'Female' })).toBe(2);
  // A term means those below it, too: P1 by X:3 and X:2, P6 by X:2.
  expect(await countOf({ id: 'X:2' })).toBe(2);
  expect(await countOf({ id: 'X:1', includeDescendantTerms: true })).toBe(3);
  expect(await countOf({ id: 'X:2' }, { id: 'diagnosis_severity:severe' })).toBe(1);
  expect(await countOf({ id: 'weight', operator: '>', value: 9.5 })).toBe(3);
  expect(await countOf({ id: 'weight', operator: '>=', value: 9.5 })).toBe(4);
  expect(await countOf({ id: 'weight', operator: '<', value: '9.5' })).toBe(1);
  expect(await countOf({ id: 'age', operator: '<', value: 'P2Y' })).toBe(2);
  expect(await countOf({ id: 'age', operator: '>', value: 400 })).toBe(3);
  expect(await countOf({ id: 'age', operator: '>=', value: 'P400D' })).toBe(4);
  expect(await countOf({ id: 'diagnosis_diagnosed_on', operator: '>=', value: '2019-01-01' })).toBe(1);
});

it('answers in the form of the standard, by link and as a boolean, with the receipt of the count', async ({
  bo,
  dataset,
}) => {
  const by = (url: string) => bo.send({ url: `/api/beacon/${url}` });
  const counted = await by(`individuals?dataset=${dataset.uniqueId}&filters=X:2,is_proband`);
  expect(counted.json()).toEqual({
    meta: {
      beaconId: 'localhost.beacon',
      apiVersion: 'v2.2.0',
      returnedSchemas: [{ entityType: 'individual', schema: expect.stringContaining('beacon-v2') }],
      returnedGranularity: 'count',
      receivedRequestSummary: {
        apiVersion: 'v2.2.0',
        requestedSchemas: [],
        pagination: { skip: 0, limit: 0 },
        requestedGranularity: 'count',
        filters: [{ id: 'X:2' }, { id: 'is_proband' }],
      },
    },
    responseSummary: { exists: true, numTotalResults: 2 },
    info: { dataset: dataset.uniqueId, release: expect.any(String), receipt: expect.any(String) },
  });
  const asked = await ask(bo, dataset.uniqueId, { requestedGranularity: 'boolean' });
  expect(asked.json()).toMatchObject({ meta: { returnedGranularity: 'boolean' } });
  expect(asked.json().responseSummary).toEqual({ exists: true });
  const terms = (await by(`filtering_terms?dataset=${dataset.uniqueId}`)).json().response;
  expect(terms.resources).toEqual([{ id: 'x', name: 'Findings', version: '2026-01-01' }]);
  expect(terms.filteringTerms).toContainEqual({
    id: 'sex:Male',
    label: 'Sex: Male',
    type: 'custom',
    scopes: ['individual'],
  });
});

it('says what it is to everybody, and counts for members only', async ({ portal, dataset }) => {
  const stranger = await portal.signedIn(await portal.anAccount());
  for (const path of ['', '/info', '/service-info', '/configuration', '/map', '/entry_types'])
    expect([path, (await portal.anonymous.send({ url: `/api/beacon${path}` })).statusCode]).toEqual([
      path,
      200,
    ]);
  const refused = await ask(portal.anonymous, dataset.uniqueId, {});
  expect([refused.statusCode, refused.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  expect((await ask(stranger, dataset.uniqueId, {})).json()).toEqual({
    meta: expect.objectContaining({ beaconId: 'localhost.beacon' }),
    error: { errorCode: 403, errorMessage: expect.any(String), code: 'not_a_member' },
  });
});

it('refuses by name what it cannot ask exactly', async ({ bo, dataset }) => {
  const refusal = async (filter: object) => {
    const reply = await ask(bo, dataset.uniqueId, { filters: [filter] });
    return [reply.statusCode, reply.json().error.errorMessage];
  };
  expect(await refusal({ id: 'X:9' })).toEqual([400, expect.stringContaining('X:9')]);
  expect(await refusal({ id: 'X:2', includeDescendantTerms: false })).toEqual([
    400,
    expect.stringContaining('exact'),
  ]);
  expect(await refusal({ id: 'X:2', similarity: 'high' })).toEqual([400, expect.stringContaining('similar')]);
  expect(await refusal({ id: 'X:2', scope: 'biosamples' })).toEqual([
    400,
    expect.stringContaining('biosamples'),
  ]);
  expect(await refusal({ id: 'height', operator: '=', value: 3 })).toEqual([
    400,
    expect.stringContaining('height'),
  ]);
  expect(await refusal({ id: 'weight', operator: '>', value: 'much' })).toEqual([
    400,
    expect.stringContaining('weight'),
  ]);
  expect(await refusal({ id: 'age', operator: '>', value: 9.5 })).toEqual([
    400,
    expect.stringContaining('whole days'),
  ]);
  expect(await refusal({ id: 'sex', operator: '<', value: 'Male' })).toEqual([
    400,
    expect.stringContaining('order'),
  ]);
  expect(await refusal({ id: 'note', operator: '=', value: 'seen twice' })).toEqual([
    400,
    expect.stringContaining('note'),
  ]);
  // De-identified members ask for whole years of protected dates (rule 1.15).
  expect((await refusal({ id: 'birth_date', operator: '>', value: '2019-02-01' }))[0]).toBe(400);
});

it('tells who sees aggregates only the cells of cross-tabs, and nothing of what these hide', async ({
  portal,
  folder,
}) => {
  const planted = await portal.aDataset({ packagePath: (await writePlantedPackage(folder)).packagePath });
  const cy = await portal.aPerson({ dataset: planted, level: 'agg' });
  const asker = createAsker(cy, planted.uniqueId);
  const [first, second, ...others] = Object.keys(valuesOf).filter((concept) => concept !== 'outcome');
  let shown = 0;
  let hidden = 0;
  for (const concepts of [[first ?? ''], [second ?? ''], [first ?? '', second ?? '']]) {
    const { cells } = await asker.ask({ rows: concepts, cols: [] }, 'json');
    const filtersOf = (values: readonly string[]) =>
      concepts.map((concept, index) => ({ id: `${concept}:${values[index]}` }));
    const lists = concepts.map((concept) => valuesOf[concept] ?? []);
    for (const values of lists.reduce<string[][]>(
      (all, list) => all.flatMap((one) => list.map((value) => [...one, value])),
      [[]],
    )) {
      const cell = cells.find(({ labels }) =>
        concepts.every((concept, index) => labels[concept] === values[index]),
      );
      const reply = await ask(cy, planted.uniqueId, { filters: filtersOf(values) });
      const { responseSummary, info } = reply.json();
      const isShown = typeof cell?.shown === 'number';
      expect([values, responseSummary]).toEqual([
        values,
        isShown ? { exists: Number(cell.shown) > 0, numTotalResults: cell.shown } : { exists: false },
      ]);
      expect([typeof info.receipt, typeof info.note]).toEqual(['string', isShown ? 'undefined' : 'string']);
      if (isShown) shown += 1;
      else hidden += 1;
    }
  }
  expect([shown > 5, hidden > 0, others.length > 0]).toEqual([true, true, true]);
  const everyone = await ask(cy, planted.uniqueId, {});
  expect(everyone.json().responseSummary).toEqual({ exists: true, numTotalResults: 320 });
  const refused = await ask(cy, planted.uniqueId, {
    filters: [{ id: 'visit', operator: '!', value: 'first' }],
  });
  expect(refused.statusCode).toBe(403);
});

plainly('the next double is the least above or the greatest below (rule 14.79)', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, max: 1e300, min: -1e300 }), (value) => {
      const [below, above] = [neighbour(value, -1), neighbour(value, 1)];
      const between = (low: number, high: number) => low / 2 + high / 2;
      expect([below < value, value < above]).toEqual([true, true]);
      expect([below, value]).toContain(between(below, value));
      expect([above, value]).toContain(between(value, above));
    }),
  );
});
