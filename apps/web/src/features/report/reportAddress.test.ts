import { expect, it } from 'vitest';
import {
  changedAddress,
  parseColumnSort,
  parseListAddress,
  sortAfterClick,
  writeColumnSort,
  writeListAddress,
} from './reportAddress.ts';

const usual = parseListAddress({});

it('an address without words shows all reports, the newest first, and is written without words', () => {
  expect(usual).toEqual({
    state: 'all',
    project: undefined,
    search: '',
    sort: { key: 'created', direction: -1 },
    page: 1,
  });
  expect(Object.values(writeListAddress(usual)).filter((value) => value !== undefined)).toEqual([]);
});

it('what an address says is read back as it was written', () => {
  const given = { state: 'mine', search: 'glenn', sort: '-name', page: 3 } as const;
  expect(writeListAddress(parseListAddress(given))).toEqual({ ...given, project: undefined });
});

it('an unknown order means the newest first', () => {
  expect(parseListAddress({ sort: '-size' }).sort).toEqual({ key: 'created', direction: -1 });
});

it('a project ends the category and a category the project, and both begin on the first page', () => {
  const held = { ...usual, state: 'mine', page: 4 } as const;
  expect(changedAddress(held, { project: 5 })).toMatchObject({ state: 'all', project: 5, page: 1 });
  expect(changedAddress({ ...held, project: 5 }, { state: 'starred' })).toMatchObject({
    state: 'starred',
    project: undefined,
    page: 1,
  });
  expect(changedAddress(held, { page: 2 })).toMatchObject({ state: 'mine', page: 2 });
});

it('a click on a heading orders by it, a second one the other way round; days begin with the newest', () => {
  const byName = sortAfterClick(usual.sort, 'name');
  expect(byName).toEqual({ key: 'name', direction: 1 });
  expect(sortAfterClick(byName, 'name')).toEqual({ key: 'name', direction: -1 });
  expect(sortAfterClick(byName, 'created')).toEqual({ key: 'created', direction: -1 });
});

it('the column by which a report is sorted is read back as it was written', () => {
  for (const sort of [
    { entryId: 'colSex', direction: 1 },
    { entryId: 'colSex', direction: -1 },
  ] as const)
    expect(parseColumnSort(writeColumnSort(sort))).toEqual(sort);
  expect(parseColumnSort('-')).toBeUndefined();
});
