import { expect } from 'vitest';
import type { TestPerson } from '../testing/aPerson.ts';
import { bySex, pathway, times } from '../testing/comparisons.ts';
import { onPortal } from '../testing/onPortal.ts';
import { addSmallerRelease } from '../testing/smallerRelease.ts';

const it = onPortal();

const savedOf = ({ read }: TestPerson, id: number) => read(`reports/${id}/comparison/`);
const keep = ({ post, address }: TestPerson, id: number, comparison: object | null) =>
  post(address(`reports/${id}/comparison/`), { comparison });
const saveReport = async ({ post, address }: TestPerson, body: object = {}): Promise<number> =>
  (await post(address('reports/create_form/'), { name: 'compared', public: true, ...body })).json().report_id;
const withinSex = { ...bySex, of: 'cohort' };
const sizesOf = (found: { groups: readonly { title: string; count: number }[] }) =>
  found.groups.map(({ title, count }) => `${title} ${count}`);

it('a report keeps a comparison of its own cohort, with its groups, their receipts and the versions of reports (rules 17.26 and 12.34)', async ({
  ada,
  bo,
  cy,
}) => {
  const { cohort, post, address, read } = ada;
  await cohort.edit({ type: 'clear_all' });
  const everyone = await saveReport(ada, { public: false });
  await cohort.edit({ type: 'add_entry', concept_id: 'weight', cd_numeric_max: 20 });
  const id = await saveReport(ada);
  await cohort.edit({ type: 'clear_all' });
  const light = {
    kind: 'combined',
    operation: 'and',
    groups: [{ kind: 'report', report_id: everyone }, { kind: 'cohort' }],
  };
  const comparison = {
    groups: [withinSex, light],
    concepts: ['weight'],
    ...{ curves: { ...times, horizon: 365 }, pathway },
  };
  expect((await keep(bo, id, comparison)).statusCode).toBe(403);
  expect((await keep(ada, id, { ...comparison, concepts: ['gone'] })).statusCode).toBe(400);
  expect((await keep(ada, id, comparison)).json()).toEqual({ status: 'complete', version: 2 });
  const pinned = { ...light, groups: [{ ...light.groups[0], version: 1 }, { kind: 'cohort' }] };
  const kept = await savedOf(ada, id);
  expect(kept).toMatchObject({
    ...{ version: 2, is_mine: true, is_live: true, is_kept: true, lacks: [], warnings: [] },
    comparison: { ...comparison, groups: [withinSex, pinned] },
  });
  const receipt = expect.any(String);
  expect(kept.figures).toEqual([
    { title: 'Sex: Female', count: 2, cohort_receipt: receipt },
    { title: 'Sex: Male', count: 1, cohort_receipt: receipt },
    { title: 'compared and compared', count: 3, cohort_receipt: receipt },
  ]);
  const body = {
    groups: kept.comparison.groups,
    concepts: ['weight'],
    report: { report_id: id, version: 2 },
  };
  const table = (await post(address('comparison/table/'), body)).json();
  expect(table.groups).toEqual(kept.figures);
  expect((await read(`reports/get_report/?report_id=${id}`)).report.has_comparison).toBe(true);
  expect((await read(`report_tools/${id}/methods/`)).methods.comparison).toEqual([
    `Groups: each value of Sex in the cohort; (the cohort of report ${everyone}, version 1 and the cohort of this report)`,
    'Table 1 of Weight',
    'Curves from Birth date to first of Diagnoses with Severity: severe; last contact: last of Diagnoses; horizon: 365 days',
    'Pathway of everyone: Birth date → first of Diagnoses with Severity: severe → first of Diagnoses with Severity: mild; left by: first of Diagnoses; last contact: last of Diagnoses',
  ]);
  const { changes } = await read(`reports/${id}/versions/compare/?before=1&after=2`);
  expect(changes.map(({ part }: { part: string }) => part)).toEqual([
    'comparison',
    'comparison',
    'comparison',
    'comparison',
  ]);
  await post(address(`reports/${id}/edit_form/`), {
    name: 'compared',
    public: true,
    overwrite_query_def_with_active: true,
  });
  expect(await savedOf(ada, id)).toMatchObject({ version: 3, comparison: kept.comparison, figures: null });
  expect((await post(address('comparison/table/'), body)).json().groups).toEqual(kept.figures);
  const refused = [
    await cy.get(cy.address(`reports/${id}/comparison/`)),
    await cy.post(cy.address('comparison/table/'), { ...body, groups: [bySex] }),
    await bo.post(bo.address('comparison/table/'), body),
    await keep(ada, id, null),
  ];
  expect(refused.map(({ statusCode }) => statusCode)).toEqual([403, 404, 412, 200]);
  expect(await savedOf(ada, id)).toMatchObject({ comparison: null, lacks: [], figures: null });
});

it('who may not use a part of a saved comparison is told what they lack (rule 17.27)', async ({
  ada,
  bo,
}) => {
  await ada.cohort.edit({ type: 'clear_all' });
  const mine = await saveReport(ada, { public: false });
  const id = await saveReport(ada);
  await keep(ada, id, {
    groups: [{ kind: 'report', report_id: mine }, { kind: 'rest' }],
    ...{ concepts: ['weight'], curves: times },
  });
  expect(await savedOf(bo, id)).toMatchObject({
    ...{ is_mine: false, comparison: null, figures: null },
    lacks: [
      { kind: 'days', name: 'Birth date' },
      { kind: 'report', name: '' },
    ],
  });
  const other = await saveReport(ada, { public: false });
  expect((await bo.get(bo.address(`reports/${other}/comparison/`))).statusCode).toBe(404);
});

it('a saved comparison is asked again of the release on which it was saved, without who was closed since (rules 17.28 and 12.35)', async ({
  portal,
  dataset,
  ada,
}) => {
  const goLive = (live_release_id: number) =>
    portal.db.updateTable('dataset').set({ live_release_id }).where('id', '=', dataset.id).execute();
  const { live_release_id: whole } = await portal.db
    .selectFrom('dataset')
    .select('live_release_id')
    .where('id', '=', dataset.id)
    .executeTakeFirstOrThrow();
  const smaller = await addSmallerRelease(portal, dataset);
  await ada.cohort.edit({ type: 'clear_all' });
  const id = await saveReport(ada);
  const comparison = { groups: [withinSex], concepts: ['weight'] };
  const ask = async (isAsSaved: boolean) => {
    const report = { report_id: id, is_as_saved: isAsSaved };
    return sizesOf((await ada.post(ada.address('comparison/table/'), { ...comparison, report })).json());
  };
  await keep(ada, id, comparison);
  await goLive(smaller);
  expect(await savedOf(ada, id)).toMatchObject({
    ...{ is_live: false, is_kept: true, figures: [{ count: 3 }, { count: 2 }, { count: 1 }] },
    warnings: ['Subjects of this release were closed since it was live. They are left out.'],
  });
  expect(await ask(true)).toContain('Sex: Female 2');
  await keep(ada, id, comparison);
  await goLive(whole ?? 0);
  expect(await savedOf(ada, id)).toMatchObject({
    is_live: false,
    warnings: [],
    figures: [{ count: 2 }, {}, {}],
  });
  expect([await ask(true), await ask(false)]).toMatchObject([
    expect.arrayContaining(['Sex: Female 2']),
    expect.arrayContaining(['Sex: Female 3']),
  ]);
  const made = await ada.post(ada.address('comparison/cohort/'), {
    ...{ groups: [withinSex, { kind: 'rest' }], in_groups: [0], snapshot_id: null },
    report: { report_id: id, is_as_saved: true },
  });
  expect(made.statusCode).toBe(400);
});
