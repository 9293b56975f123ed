import { createRandom } from '../random.ts';
import type { TermTree } from './termTree.ts';

/** Bounds are inclusive; ages in days, days as ISO texts. */
export interface RootFilters {
  readonly sex?: 'Female' | 'Male' | 'Other';
  readonly age?: readonly [number, number];
  readonly weight?: readonly [number, number];
  readonly smoker?: boolean;
  readonly enrolled?: readonly [string, string];
}

/** Subjects that meet all of it. Terms are indexes of the tree. */
export interface Cohort {
  readonly root: RootFilters;
  /** So many conditions with the term or one below it. */
  readonly terms: readonly { readonly term: number; readonly atLeast: number }[];
  /** A condition of the second kind begins on the day of one of the first, or up to so many days later. */
  readonly sequence: { readonly first: number; readonly second: number; readonly days: number } | null;
}

/** What is wanted of the subjects of a cohort. */
export type Wanted =
  | { readonly wanted: 'count' }
  /** The count of the cohort, of each of its filters alone, and of the cohort without it, in this order. */
  | { readonly wanted: 'effects' }
  /** Subjects by sex, smoker and the severity of their conditions. */
  | { readonly wanted: 'crossTab' }
  /** Severities, with conditions and subjects. */
  | { readonly wanted: 'values' }
  /** Conditions by value, in classes of ten. */
  | { readonly wanted: 'histogram' }
  /** Conditions and subjects at or below a term, the terms above it and the terms below it. */
  | { readonly wanted: 'node'; readonly term: number }
  /** How many days pass from the first condition with a term to the next one with another, or to the last condition. */
  | { readonly wanted: 'curve'; readonly from: number; readonly to: number }
  /** Who has a condition with each of these terms, one after the other, how long it took, and who was seen since. */
  | { readonly wanted: 'pathway'; readonly stages: readonly number[] }
  /** Fifty subjects in the order of a concept. */
  | { readonly wanted: 'page'; readonly sort: 'sex' | 'age' | 'weight'; readonly offset: number };

export type Question = Wanted & { readonly kind: string; readonly cohort: Cohort };

/** The cohorts that are counted to show what each filter of a cohort costs. */
export function effectsOf(cohort: Cohort): readonly Cohort[] {
  const names = ['sex', 'age', 'weight', 'smoker', 'enrolled'] as const;
  const { root, terms } = cohort;
  const ofRoot = names.flatMap((name) => {
    const { [name]: own, ...rest } = root;
    return own === undefined
      ? []
      : [
          { ...everyone, root: { [name]: own } },
          { ...cohort, root: rest },
        ];
  });
  const ofTerms = terms.flatMap((term) => [
    { ...everyone, terms: [term] },
    { ...cohort, terms: terms.filter((other) => other !== term) },
  ]);
  return [cohort, ...ofRoot, ...ofTerms];
}

export const pageLines = 50;
/** Where the classes of a histogram begin. */
export const classStarts = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90] as const;

interface Drawing {
  readonly upTo: (end: number) => number;
  readonly term: (how: keyof typeof sharesOf) => number;
  readonly root: (filters: readonly (keyof RootFilters)[]) => RootFilters;
  readonly subjects: number;
}

/** Of all conditions, how many lie at or below a term that is called so. */
const sharesOf = { rare: [0.00001, 0.0002], medium: [0.0005, 0.01], broad: [0.05, 0.9] } as const;

export const everyone: Cohort = { root: {}, terms: [], sequence: null };
const count = (cohort: Partial<Cohort>) => ({ wanted: 'count', cohort: { ...everyone, ...cohort } }) as const;
const within = (drawing: Drawing): Cohort => ({ ...everyone, root: drawing.root(['sex', 'age']) });
const once = (term: number) => [{ term, atLeast: 1 }];

/** Each kind of question with the way to draw one. */
const kinds: Readonly<Record<string, (drawing: Drawing) => Wanted & { readonly cohort: Cohort }>> = {
  'filters of subjects': ({ root }) => count({ root: root(['sex', 'age', 'weight', 'smoker', 'enrolled']) }),
  'a rare term': ({ term }) => count({ terms: once(term('rare')) }),
  'a term of medium frequency': ({ term }) => count({ terms: once(term('medium')) }),
  'a broad term': ({ term }) => count({ terms: once(term('broad')) }),
  'a broad term, three times': ({ term }) => count({ terms: [{ term: term('broad'), atLeast: 3 }] }),
  'two terms and an age': ({ term, root }) =>
    count({ terms: [...once(term('broad')), ...once(term('medium'))], root: root(['age']) }),
  'one term, then another within 30 days': ({ term }) =>
    count({ sequence: { first: term('medium'), second: term('medium'), days: 30 } }),
  'what each of ten filters costs': ({ term, root }) => ({
    wanted: 'effects',
    cohort: {
      ...everyone,
      root: root(['sex', 'age', 'weight', 'smoker', 'enrolled']),
      terms: (['broad', 'broad', 'broad', 'medium', 'medium'] as const).flatMap((how) => once(term(how))),
    },
  }),
  'cross-tab of three concepts': (drawing) => ({ wanted: 'crossTab', cohort: within(drawing) }),
  'values in a cohort': (drawing) => ({ wanted: 'values', cohort: within(drawing) }),
  'histogram in a cohort': (drawing) => ({ wanted: 'histogram', cohort: within(drawing) }),
  'an ontology node in a cohort': (drawing) => ({
    wanted: 'node',
    term: drawing.term('medium'),
    cohort: within(drawing),
  }),
  'a page of results': (drawing) => ({
    wanted: 'page',
    cohort: { ...everyone, root: drawing.root(['age']) },
    sort: (['sex', 'age', 'weight'] as const)[drawing.upTo(3)] ?? 'age',
    offset: drawing.upTo(2) * Math.min(50_000, Math.floor(drawing.subjects / 10)),
  }),
  'the curve of a cohort': (drawing) => ({
    wanted: 'curve',
    from: drawing.term('broad'),
    to: drawing.term('medium'),
    cohort: { ...everyone, root: drawing.root(['sex']) },
  }),
  'a pathway of three stages': (drawing) => ({
    wanted: 'pathway',
    stages: [drawing.term('broad'), drawing.term('broad'), drawing.term('medium')],
    cohort: { ...everyone, root: drawing.root(['sex']) },
  }),
};

export const kindNames = Object.keys(kinds);

interface Draw {
  readonly tree: TermTree;
  readonly subjects: number;
  readonly seed: number;
  /** Questions of each kind. */
  readonly each: number;
}

/** Draws questions, the same for the same seed, one of each kind after the other. */
export function drawQuestions({ tree, subjects, seed, each }: Draw): readonly Question[] {
  const random = createRandom(seed);
  const upTo = (end: number): number => Math.floor(random() * end);
  const term: Drawing['term'] = (how) => {
    const [least, most] = sharesOf[how];
    const fitting = tree.shares.flatMap((share, index) => (share >= least && share <= most ? [index] : []));
    const drawn = fitting[upTo(fitting.length)];
    if (drawn === undefined) throw new Error(`The ontology has no ${how} term.`);
    return drawn;
  };
  const between = (end: number): readonly [number, number] => {
    const from = upTo(end * 0.7);
    return [from, from + Math.round(end * 0.1) + upTo(end * 0.2)];
  };
  const day = (number: number): string => new Date(Date.UTC(2010, 0, 1 + number)).toISOString().slice(0, 10);
  const all = (): Required<RootFilters> => {
    const [from, to] = between(4000);
    return {
      sex: upTo(2) === 0 ? 'Female' : 'Male',
      age: between(33_000),
      weight: between(100),
      smoker: upTo(2) === 0,
      enrolled: [day(from), day(to)],
    };
  };
  const root: Drawing['root'] = (filters) => {
    const drawn = all();
    return Object.fromEntries(filters.map((filter) => [filter, drawn[filter]]));
  };
  return Array.from({ length: each }, () =>
    Object.entries(kinds).map(([kind, draw]) => ({ kind, ...draw({ upTo, term, root, subjects }) })),
  ).flat();
}
