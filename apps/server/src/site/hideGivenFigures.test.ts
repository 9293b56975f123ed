import { defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { expect, it } from 'vitest';
import { countGroup, drawPeople, isDrawn, learnedFrom } from '../testing/attack/publicFigures.ts';
import { chosenEffort, chosenSeed, createChance, isGate } from '../testing/chance.ts';
import { allGroups } from './figures.ts';
import { hideGivenFigures } from './hideGivenFigures.ts';

const hiddenOf = (figures: Readonly<Record<string, number>>): string[] =>
  [...hideGivenFigures(new Map(Object.entries(figures)), threshold)].sort();

it('large figures that differ by many are shown, and so is 0', () => {
  const figures = { all: 300, proband: 100, 'proband+trio': 60, 'proband+male': 50, genomes: 0 };
  expect(hiddenOf(figures)).toEqual([]);
  expect(hiddenOf({ ...figures, 'proband+male': 95 })).toEqual(['proband+male']);
});

it('a population that differs from one around it by few people is hidden with all that lies within it (rule 14.63)', () => {
  const figures = { proband: 110, 'proband+male': 60, 'proband+trio': 105, 'proband+trio+male': 57 };
  expect(hiddenOf(figures)).toEqual(['proband+trio', 'proband+trio+male']);
});

it('sequenced trios are judged as a part of the trios, of the probands with the data, and of both (rule 14.63)', () => {
  const figures = { proband: 1000, 'proband+trio': 500, 'proband+genomes': 700, 'proband+trioGenomes': 400 };
  expect(hiddenOf(figures)).toEqual([]);
  const leaks = [{ 'proband+trio': 405 }, { 'proband+genomes': 405 }, { 'proband+trio+genomes': 402 }];
  for (const leak of leaks) expect(hiddenOf({ ...figures, ...leak })).toContain('proband+trioGenomes');
  expect(hiddenOf({ proband: 1000, 'proband+trio': 500, 'proband+trioExomes': 495 })).toEqual([
    'proband+trioExomes',
  ]);
});

it.each<[string, Readonly<Record<string, number>>, readonly string[]]>([
  ['what is not published', { dbgapPublished: 995 }, ['dbgapPublished']],
  ['what is not submitted', { dbgapSubmitted: 995 }, ['dbgapSubmitted']],
  [
    'what was submitted and is not published',
    { dbgapPublished: 600, dbgapSubmitted: 605 },
    ['dbgapPublished'],
  ],
  [
    'what is in neither state',
    { dbgapPublished: 600, dbgapSubmitted: 395 },
    ['dbgapPublished', 'dbgapSubmitted'],
  ],
  ['nothing', { dbgapPublished: 600, dbgapSubmitted: 400 }, []],
  ['nothing where all of it was submitted', { dbgapPublished: 600, dbgapSubmitted: 1000 }, []],
])('figures of dbGaP do not tell %s, if it is of few people (rule 7.20)', (_, figures, told) => {
  const hidden = hiddenOf({ all: 2000, inDbgap: 1000, ...figures });
  expect(hidden.length > 0, String(hidden)).toBe(told.length > 0);
  expect(hidden.filter((name) => name === 'all')).toEqual([]);
});

const seed = chosenSeed();
const rounds = Math.ceil((isGate ? 2 : 20) * chosenEffort());

it(`figures that are given tell no small number of people, of ${rounds} sets of them (rule 14.63, seed ${seed})`, async () => {
  const chance = createChance(seed);
  const learned = { shown: 0, all: 0 };
  for (let round = 0; round < rounds; round += 1) {
    const people = drawPeople(chance);
    const keys = allGroups.filter((key) => isDrawn(key) && chance() < 0.95);
    const figures = new Map(keys.map((key) => [key, countGroup(people, key)]));
    const hidden = hideGivenFigures(figures, threshold);
    const shown = new Map([...figures].filter(([key]) => !hidden.has(key)));
    const told = await learnedFrom(shown, people, threshold);
    expect(told, `round ${round}`).toEqual([]);
    learned.shown += shown.size;
    if (round < 3) learned.all += (await learnedFrom(figures, people, threshold)).length;
  }
  expect(learned.shown).toBeGreaterThan(5 * rounds);
  expect(learned.all).toBeGreaterThan(0);
});
