import path from 'node:path';
import { expect } from 'vitest';
import { onPortal } from '../testing/onPortal.ts';

const packagePath = path.resolve(import.meta.dirname, '../../../../corpus/families/package');
const it = onPortal({ dataset: { packagePath } });

it('members who see aggregates only cannot ask about relatives (rule 1.24)', async ({ cy }) => {
  const root = (await cy.read('collections')).find(
    (one: { is_root_collection: boolean }) => one.is_root_collection,
  );
  expect(root).not.toHaveProperty('relatives');
  for (const about of ['mother', 'any_member', 'one_of_family']) {
    const transformation = { type: 'add_criteria_set', collection_id: 'subject', about };
    expect((await cy.post(cy.address('cohort_def/'), { transformation })).statusCode).toBe(403);
  }
});

it('a set about the mother counts the children of those who meet it (rule 2.25)', async ({ ada }) => {
  const root = (await ada.read('collections')).find(
    (one: { is_root_collection: boolean }) => one.is_root_collection,
  );
  expect(root.relatives).toEqual(['mother', 'father', 'sibling', 'any_member', 'all_members']);
  const { entry_id: set } = await ada.cohort.edit({
    type: 'add_criteria_set',
    collection_id: 'assay',
    about: 'mother',
  });
  await ada.cohort.add('assay_type', { selected_categories: ['WGS'], criteria_set: set });
  expect(await ada.cohort.count()).toBe(2);
  const own = await ada.cohort.add('assay_type', { selected_categories: ['WGS'] });
  expect(own.cohort_def).toHaveLength(2);
  expect(own.describe).toMatch(/The mother has at least 1/);
  const { filters } = await ada.read('query_tools/effects/');
  expect(filters.find((one: { entry_id: string }) => one.entry_id === set)).toMatchObject({ alone: 2 });
  await ada.cohort.edit({ type: 'set_criteria_set_about', entry_id: set, about: 'subject' });
  expect(await ada.cohort.count()).toBe(7);
});

it('so many of a family are counted, and one of each is kept of those who are left (rules 2.29 and 2.30)', async ({
  ada,
}) => {
  await ada.cohort.clear();
  await ada.cohort.add('assay_type', { selected_categories: ['WGS'] });
  const { entry_id: set } = await ada.cohort.edit({
    type: 'add_criteria_set',
    collection_id: 'assay',
    about: 'any_member',
  });
  await ada.cohort.add('assay_type', { selected_categories: ['WGS'], criteria_set: set });
  const two = { about: 'any_member', rule_operator: 'at least', rule_count: 2 };
  const many = await ada.cohort.edit({ type: 'set_criteria_set_about', entry_id: set, ...two });
  expect(many.extended_cohort_def.at(-1)).toMatchObject({ family_count: { type: 'at least', value: 2 } });
  expect(many.describe).toMatch(/At least 2 of the family have at least 1/);
  expect(await ada.cohort.count()).toBe(5);
  const kept = { type: 'add_criteria_set', collection_id: 'subject', about: 'one_of_family' };
  const { entry_id: one, describe } = await ada.cohort.edit(kept);
  expect(describe).toMatch(/One of each family.*: the proband, else who comes first in the data/);
  expect(await ada.cohort.count()).toBe(2);
  const { filters } = await ada.read('query_tools/effects/');
  expect(filters.find((part: { entry_id: string }) => part.entry_id === one)).toMatchObject({
    alone: 2,
    without: 5,
  });
  const misses = await ada.post(ada.address('query_tools/near_misses'), { entry_id: one });
  expect(misses.json().subjects).toEqual(['D1', 'M1', 'M3']);
});

it('equal questions about relatives have equal receipts, and others have others (rule 3.26)', async ({
  ada,
}) => {
  const receiptOf = async (about: string) => {
    await ada.cohort.clear();
    await ada.cohort.edit({ type: 'add_criteria_set', collection_id: 'assay', about });
    return (await ada.read('query_tools/count/')).cohort_receipt;
  };
  const mother = await receiptOf('mother');
  expect(await receiptOf('father')).not.toBe(mother);
  expect(await receiptOf('mother')).toBe(mother);
});

it('edits of a client that does not know alternatives and relatives keep them (rule 3.27)', async ({
  ada,
}) => {
  const { entry_id: first } = await ada.cohort.edit({
    type: 'add_criteria_set',
    collection_id: 'assay',
    about: 'mother',
  });
  await ada.cohort.edit({ type: 'add_criteria_set', collection_id: 'assay', about: 'father' });
  await ada.cohort.edit({ type: 'change_to_boolean_or', entry_id: first });
  await ada.cohort.edit({
    type: 'add_criteria_set_count_rule',
    entry_id: first,
    rule_operator: 'at least',
    rule_count: 2,
  });
  await ada.cohort.add('affected', { selected_categories: ['true'] });
  const [, mother, father] = (await ada.read('cohort_def/')).cohort_def;
  expect([mother.about, father.about, father.or_group_id]).toEqual(['mother', 'father', mother.or_group_id]);
  expect(await ada.cohort.count()).toBe(3);
});
