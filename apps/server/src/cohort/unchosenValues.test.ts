import { expect, it } from 'vitest';
import { searchableValue } from '../catalogue/index.ts';
import { type BroaderTerms, unchosenValues } from './unchosenValues.ts';

const term = (code: string, names: readonly [string, ...string[]], given = {}) =>
  searchableValue(names[0], { code, names: [...names, code], subjects: 1, ...given });

const terms = [
  term('H', ['Heart defect']),
  term('C', ['Conotruncal defect']),
  term('T', ['Tetralogy of Fallot', 'TOF']),
  term('TP', ['Tetralogy of Fallot with pulmonary atresia'], { subjects: 5 }),
  term('TA', ['Truncus arteriosus'], { subjects: 7 }),
  term('S', ['Syndrome with TOF']),
  term('V', ['Ventricular septal defect']),
  searchableValue('tof', { code: 'tof', names: ['tof'], isOffered: false }),
];
const broader: BroaderTerms = new Map([
  ['C', ['H']],
  ['T', ['C']],
  ['TA', ['C']],
  ['TP', ['T']],
  ['V', ['H']],
  ['S', []],
]);

const around = (chosen: readonly string[], given = { values: terms, broader }) => {
  const steps = unchosenValues(chosen, given);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value.map(({ text, reason }) => `${text}: ${reason}`);
  }
};

it('of an ontology, siblings, terms with a name of a chosen one, and codes that it does not hold are proposed (rule 11.15)', () => {
  expect(around(['T'])).toEqual(['Syndrome with TOF: words', 'Truncus arteriosus: sibling', 'tof: unknown']);
});

it('a chosen term includes narrower ones, so that they are not proposed, nor those above it', () => {
  expect(around(['C'])).toEqual(['Ventricular septal defect: sibling']);
});

it('of texts and categories, other spellings, values with all the words, and those that share an unusual word are proposed', () => {
  const names = [
    'Fontan',
    'fontan',
    'Fontann',
    'Fontan, lateral tunnel',
    'Glenn shunt',
    'Sano shunt',
    'Repair',
  ];
  const values = names.map((name) => searchableValue(name, { subjects: 1 }));
  const given = { values, broader: new Map() };
  expect(around(['Fontan'], given)).toEqual([
    'fontan: spelling',
    'Fontann: spelling',
    'Fontan, lateral tunnel: words',
  ]);
  expect(around(['Glenn shunt'], given)).toEqual(['Sano shunt: similar']);
  expect(around(['Repair'], given)).toEqual([]);
});

it('the more values are chosen, the fewer others are looked at before others have their turn (rule 8.29)', () => {
  const values = Array.from({ length: 1000 }, (_, index) => searchableValue(`ward ${index}`));
  const chosen = values.slice(0, 200).map(({ text }) => text);
  const steps = unchosenValues(chosen, { values, broader: new Map() });
  let count = 0;
  while (steps.next().done !== true) count += 1;
  expect(count).toBeGreaterThanOrEqual(values.length);
});
