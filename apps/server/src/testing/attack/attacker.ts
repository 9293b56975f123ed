import type { Answer, Asker, Format, Question } from './ask.ts';
import { type Deduction, deduce, type Equation } from './deduce.ts';
import { type PlantedConcept, type PlantedSubject, plantedValues, postOf } from './plantedPackage.ts';

/** A small figure that an attacker worked out. */
export interface Learned {
  readonly of: Readonly<Record<string, string>>;
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

/** Concepts of which a subject may have several values at once. */
const severalValued = new Set<PlantedConcept>(['topics', 'visit']);

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
      format: chance() < 0.3 ? 'csv' : 'json',
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
    atoms.flatMap((atom, index) =>
      Object.entries(labels).every(([concept, value]) => atom.get(concept)?.includes(value)) ? [index] : [],
    );
  for (const step of plan.steps) {
    for (const { cells, named } of await answersTo(step, attackers)) {
      for (const { labels, shown } of cells) {
        if (typeof shown === 'number') equations.push({ cells: cellsWith(labels), sum: shown });
      }
      for (const labels of named) least.set(JSON.stringify(labels), { cells: cellsWith(labels), sum: 1 });
    }
  }
  const deduction = deduce(atoms.length, distinct(equations), [...least.values()]);
  return learnedFrom(deduction, plan.concepts, { ...truth, cellsWith });
}

const distinct = (equations: readonly Equation[]): Equation[] => [
  ...new Map(equations.map((equation) => [JSON.stringify(equation), equation])).values(),
];

/** Every possible kind of subject: one value of each concept, or any set of values of a multi-valued one. */
function atomsOf(concepts: readonly PlantedConcept[]): ReadonlyMap<string, readonly string[]>[] {
  const choices = (concept: PlantedConcept): readonly (readonly string[])[] => {
    const values: readonly string[] = plantedValues[concept];
    if (!severalValued.has(concept)) return values.map((value) => [value]);
    const given = values.filter((value) => value !== '[not set]');
    return subsets(given).map((set) => (set.length === 0 ? ['[not set]'] : set));
  };
  return concepts
    .reduce<Map<string, readonly string[]>[]>(
      (atoms, concept) =>
        atoms.flatMap((atom) => choices(concept).map((values) => new Map([...atom, [concept, values]]))),
      [new Map()],
    )
    .filter(isPossible);
}

const lowScores = new Set(['0 - 9', '10 - 19', '20 - 29']);

/** The band follows from the score, and the post code from the site; the attacker knows that. */
function isPossible(atom: ReadonlyMap<string, readonly string[]>): boolean {
  const [score] = atom.get('score') ?? [];
  const [band] = atom.get('band') ?? [];
  const [site] = atom.get('site') ?? [];
  const [post] = atom.get('post') ?? [];
  const fits = score === undefined || band === undefined || lowScores.has(score) === (band === 'low');
  const posts: Readonly<Record<string, string>> = postOf;
  return fits && (site === undefined || post === undefined || posts[site] === post);
}

interface Known extends Truth {
  readonly cellsWith: (labels: Answer['named'][number]) => number[];
}

/** Small figures, of any table over the concepts, for which the answers leave one value only. */
function learnedFrom(deduction: Deduction, concepts: readonly PlantedConcept[], known: Known): Learned[] {
  return subsets(concepts).flatMap((some) =>
    some
      .reduce<Record<string, string>[]>(
        (cells, concept) =>
          cells.flatMap((cell) => plantedValues[concept].map((value) => ({ ...cell, [concept]: value }))),
        [{}],
      )
      .flatMap((of) => {
        const count = known.subjects.filter((subject) =>
          Object.entries(of).every(([concept, value]) => subject[concept]?.includes(value)),
        ).length;
        if (count === 0 || count >= known.threshold) return [];
        const { low, high } = deduction.about(known.cellsWith(of));
        if (low > count || high < count)
          throw new Error(`The attacker is wrong about ${JSON.stringify({ of, count, low, high })}.`);
        return low === high ? [{ of, count }] : [];
      }),
  );
}
