import type { Answer, Asker, Format, Question } from './ask.ts';
import { createBounds, type Equation, type Knowledge } from './bounds.ts';
import {
  hasValues,
  isAboutVisits,
  noVisit,
  type PlantedConcept,
  type PlantedSubject,
  plantedValues,
  postOf,
  type Visit,
  zipsOf,
} from './plantedPackage.ts';

/** A small number of subjects that an attacker worked out. */
export interface Learned {
  readonly of: string;
  readonly count: number;
}

/** One question of an attack: sent again, or answered from memory where one of equal meaning was sent before. */
interface AttackStep {
  readonly question: Question;
  readonly asker: 0 | 1;
  readonly format: Format;
  readonly isAnew: boolean;
}

/** The concepts of an attack, its questions, and who sends them how. */
export interface AttackPlan {
  readonly concepts: readonly PlantedConcept[];
  readonly steps: readonly AttackStep[];
}

const conceptNames = [
  'sex',
  'site',
  'post',
  'lesion',
  'smoker',
  'score',
  'band',
  'topics',
  'visit',
  'outcome',
  'zip',
  'floor',
  'region',
] as const satisfies readonly PlantedConcept[];

const shuffled = <T>(values: readonly T[], chance: () => number): T[] =>
  values
    .map((value) => ({ value, at: chance() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);

/**
 * Two or three concepts: their table, and most of those with levels dropped; each on any axes, in any order, by either
 * caller, as page or CSV. About one question in thirty is sent again, the others are answered from memory.
 */
export function drawPlan(chance: () => number, about: readonly PlantedConcept[] = []): AttackPlan {
  const others = shuffled(conceptNames, chance).filter((concept) => !about.includes(concept));
  const concepts = [...about, ...others].slice(0, chance() < 0.35 ? 2 : 3);
  const parts = subsets(concepts).slice(1);
  const chosen = parts.filter((part) => part.length === concepts.length || chance() < 0.85);
  const steps = chosen.map((part): AttackStep => {
    const order = shuffled(part, chance);
    const cut = Math.floor(chance() * (order.length + 1));
    return {
      question: { rows: order.slice(0, cut), cols: order.slice(cut) },
      asker: chance() < 0.5 ? 0 : 1,
      format: formatAt(chance()),
      isAnew: chance() < 0.03,
    };
  });
  return { concepts, steps: shuffled(steps, chance) };
}

export const subsets = <T>(values: readonly T[]): T[][] =>
  values.reduce<T[][]>((sets, value) => sets.concat(sets.map((set) => set.concat(value))), [[]]);

/** Two callers who share and keep all answers. */
export interface Attackers {
  readonly askers: readonly [Asker, Asker];
  /** Whether the callers see different subjects, so that each has to send every question. */
  readonly areDifferent?: boolean;
  /** Answers by the concepts of the question. */
  readonly memory: Map<string, Answer[]>;
  /** What other calls tell. */
  readonly also?: readonly ToldSum[];
}

/** How many subjects have one of these values of each concept, by one of the alternatives. */
export interface ToldSum {
  readonly having: readonly Readonly<Record<string, readonly string[]>>[];
  readonly sum: number;
}

async function answersTo(
  step: AttackStep,
  { askers, memory, areDifferent = false }: Attackers,
): Promise<readonly Answer[]> {
  const concepts = [...step.question.rows, ...step.question.cols].sort().join();
  const about = areDifferent ? `${step.asker} ${concepts}` : concepts;
  const known = memory.get(about) ?? [];
  if (known.length > 0 && !step.isAnew) return known;
  const answers = [...known, await askers[step.asker].ask(step.question, step.format)];
  memory.set(about, answers);
  return answers;
}

interface Truth {
  readonly subjects: readonly PlantedSubject[];
  readonly threshold: number;
}

/** Sends all questions of the plan, combines the answers, and returns the small figures that follow. */
export async function attack(
  plan: AttackPlan,
  attackers: Attackers,
  truth: Truth,
): Promise<readonly Learned[]> {
  const atoms = atomsOf(plan.concepts);
  const equations: Equation[] = [{ cells: atoms.map((_, index) => index), sum: truth.subjects.length }];
  const least = new Map<string, Equation>();
  const cellsWith = (labels: Answer['named'][number]): number[] =>
    atoms.flatMap((atom, index) => (hasValues(atom, labels) ? [index] : []));
  for (const step of plan.steps) {
    for (const { cells, totals, named } of await answersTo(step, attackers)) {
      for (const { labels, shown } of [...cells, ...totals]) {
        if (typeof shown === 'number') equations.push({ cells: cellsWith(labels), sum: shown });
      }
      for (const labels of named) least.set(JSON.stringify(labels), { cells: cellsWith(labels), sum: 1 });
    }
  }
  for (const { having, sum } of attackers.also ?? []) {
    const isIn = ({ values }: PlantedSubject): boolean =>
      having.some((some) =>
        Object.entries(some).every(([concept, wanted]) =>
          wanted.some((value) => values[concept]?.includes(value)),
        ),
      );
    equations.push({ cells: atoms.flatMap((atom, index) => (isIn(atom) ? [index] : [])), sum });
  }
  const known = { cells: atoms.length, equations: distinct(equations), least: [...least.values()] };
  return await learnedFrom(known, plan.concepts, { ...truth, atoms });
}

const distinct = (equations: readonly Equation[]): Equation[] => [
  ...new Map(equations.map((equation) => [JSON.stringify(equation), equation])).values(),
];

/** Every possible kind of subject: one value of each concept, or any set of values or visits. */
function atomsOf(concepts: readonly PlantedConcept[]): PlantedSubject[] {
  const aboutVisits = concepts.filter(isAboutVisits);
  const choices = (concept: PlantedConcept): readonly (readonly string[])[] => {
    const values: readonly string[] = plantedValues[concept];
    if (concept !== 'topics') return values.map((value) => [value]);
    return subsets(values.filter((value) => value !== '[not set]')).map((set) =>
      set.length === 0 ? ['[not set]'] : set,
    );
  };
  const anyVisit: Visit[] = ['clinic', 'home'].flatMap((visit) =>
    ['good', 'poor'].map((outcome) => ({ visit, outcome })),
  );
  const visitsOf = (): readonly (readonly Visit[])[] => {
    if (aboutVisits.length === 0) return [[noVisit]];
    const visitRecords = anyVisit.map((visit) => ({
      visit: aboutVisits.includes('visit') ? visit.visit : '',
      outcome: aboutVisits.includes('outcome') ? visit.outcome : '',
    }));
    const different = [...new Map(visitRecords.map((visit) => [JSON.stringify(visit), visit])).values()];
    return subsets(different).map((set) => (set.length === 0 ? [noVisit] : set));
  };
  return concepts
    .filter((concept) => !isAboutVisits(concept))
    .reduce<PlantedSubject[]>(
      (atoms, concept) =>
        atoms.flatMap((atom) =>
          choices(concept).map((values) => ({ ...atom, values: { ...atom.values, [concept]: values } })),
        ),
      visitsOf().map((visits) => ({ values: {}, visits })),
    )
    .filter(isPossible);
}

const lowScores = new Set(['0 - 9', '10 - 19', '20 - 29']);

/** The band follows from the score, the post code from the site, the region from the zip, and somebody without a home
 * has neither zip nor floor; the attacker knows that. */
function isPossible({ values }: PlantedSubject): boolean {
  const [score] = values['score'] ?? [];
  const [band] = values['band'] ?? [];
  const [site] = values['site'] ?? [];
  const [post] = values['post'] ?? [];
  const fits = score === undefined || band === undefined || lowScores.has(score) === (band === 'low');
  const posts: Readonly<Record<string, string>> = postOf;
  const [zip] = values['zip'] ?? [];
  const [floor] = values['floor'] ?? [];
  const [region] = values['region'] ?? [];
  const zips: Readonly<Record<string, readonly string[]>> = zipsOf;
  const isHomeless = zip === '[not set]';
  const isThere =
    zip === undefined || region === undefined || isHomeless || zips[region]?.includes(zip) === true;
  const isOneHome = zip === undefined || floor === undefined || isHomeless === (floor === '[not set]');
  return isOneHome && isThere && fits && (site === undefined || post === undefined || posts[site] === post);
}

/** A set of subjects, by the values that they have or lack; `members` says whether each subject and atom is in it. */
interface SubjectSet {
  readonly name: string;
  readonly members: readonly boolean[];
}

/** Every combination of a value, or of its negation, of some of the concepts. */
function subjectSets(
  concepts: readonly PlantedConcept[],
  everyone: readonly PlantedSubject[],
): readonly SubjectSet[] {
  const aboutVisits = concepts.filter(isAboutVisits);
  const factors = [
    ...concepts.filter((concept) => !isAboutVisits(concept)).map((concept) => [concept]),
    ...(aboutVisits.length === 0 ? [] : [aboutVisits]),
  ];
  const everybody: SubjectSet = { name: '', members: everyone.map(() => true) };
  return factors.reduce<readonly SubjectSet[]>(
    (some, factor) => {
      const within = setsWithin(factor, everyone);
      return some.flatMap((one) => [one, ...within.map((other) => inBoth(one, other))]);
    },
    [everybody],
  );
}

const inBoth = (one: SubjectSet, other: SubjectSet): SubjectSet => ({
  name: `${one.name} ${other.name}`.trim(),
  members: one.members.map((isMember, index) => isMember && other.members[index] === true),
});

const without = ({ name, members }: SubjectSet): SubjectSet => ({
  name: `not ${name}`,
  members: members.map((isMember) => !isMember),
});

/** Those with values of these concepts and those without, and of concepts with two values both or one alone. */
function setsWithin(
  concepts: readonly PlantedConcept[],
  everyone: readonly PlantedSubject[],
): readonly SubjectSet[] {
  const having = (labels: Readonly<Record<string, string>>): SubjectSet => ({
    name: JSON.stringify(labels),
    members: everyone.map((subject) => hasValues(subject, labels)),
  });
  const overlapping = concepts.filter((concept) => ['topics', 'visit', 'outcome'].includes(concept));
  return [
    ...labelsOf(concepts)
      .map(having)
      .flatMap((set) => [set, without(set)]),
    ...overlapping.flatMap((concept) => {
      const [first, second] = plantedValues[concept].map((value) => having({ [concept]: value }));
      if (first === undefined || second === undefined) return [];
      return [inBoth(first, second), inBoth(first, without(second)), inBoth(without(first), second)];
    }),
  ];
}

/** Every choice of values of some of the concepts, except of none. */
const labelsOf = (concepts: readonly PlantedConcept[]): readonly Readonly<Record<string, string>>[] =>
  subsets(concepts)
    .slice(1)
    .flatMap((some) =>
      some.reduce<Record<string, string>[]>(
        (cells, concept) =>
          cells.flatMap((cell) => plantedValues[concept].map((value) => ({ ...cell, [concept]: value }))),
        [{}],
      ),
    );

interface Known extends Truth {
  readonly atoms: readonly PlantedSubject[];
}

/** Small sets of subjects for which the answers leave one number only. */
async function learnedFrom(
  knowledge: Knowledge,
  concepts: readonly PlantedConcept[],
  { subjects, threshold, atoms }: Known,
): Promise<Learned[]> {
  const bounds = await createBounds(knowledge);
  return subjectSets(concepts, [...subjects, ...atoms]).flatMap(({ name, members }) => {
    const count = subjects.filter((_, index) => members[index]).length;
    if (count === 0 || count >= threshold) return [];
    const cells = atoms.flatMap((_, index) => (members[subjects.length + index] === true ? [index] : []));
    return bounds.isCertain(cells, count) ? [{ of: name, count }] : [];
  });
}

const formatAt = (share: number): Format => (share < 0.3 ? 'csv' : share < 0.5 ? 'given' : 'json');
