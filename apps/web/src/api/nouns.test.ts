import { expect, it } from 'vitest';
import { nounsOf, quantityOf } from './nouns.ts';

const participants = {
  collectionId: 'participant',
  name: 'Participant',
  namePlural: 'Participants',
  isRootCollection: true,
  hasEvent: false,
};
const samples = {
  collectionId: 'sample',
  name: 'DNA sample',
  namePlural: 'DNA samples',
  isRootCollection: false,
  hasEvent: false,
};

it('subjects and records have the titles of the dataset, and the records of the root are its subjects', () => {
  const { subject, of } = nounsOf([samples, participants]);
  expect(subject).toEqual({ one: 'participant', many: 'participants' });
  expect(of('sample').record).toEqual({ one: 'DNA sample', many: 'DNA samples' });
  expect(of('participant').record).toBe(subject);
});

it('where the titles are not known, the general words stand', () => {
  for (const collections of [undefined, [samples]])
    expect(nounsOf(collections).subject).toEqual({ one: 'subject', many: 'subjects' });
  expect(nounsOf([participants]).of('gone').record).toEqual({ one: 'record', many: 'records' });
});

it.each([
  [1, '1 participant'],
  [0, '0 participants'],
  [12_806, '12,806 participants'],
  ['<5', '<5 participants'],
] as const)('the number %s agrees with its noun: %s', (count, text) => {
  expect(quantityOf(count, nounsOf([participants]).subject)).toBe(text);
});
