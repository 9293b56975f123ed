import { createRandom } from '../random.ts';

/** A term of the seeded ontology; `parents` and `within` (itself and all terms above it) are indexes of terms. */
export interface Term {
  readonly code: string;
  readonly label: string;
  readonly parents: readonly number[];
  readonly within: readonly number[];
  /** Its part of all conditions, by itself. */
  readonly weight: number;
}

export interface TermTree {
  readonly terms: readonly Term[];
  /** Of each term: the part of all conditions that lies at or below it. */
  readonly shares: readonly number[];
  readonly children: readonly (readonly number[])[];
}

/** So many of a hundred terms have a second parent. */
const withTwoParents = 5;

/**
 * Terms in a hierarchy some ten levels deep, in which few have many terms below them, with frequencies by Zipf's law. The
 * same number of terms always gives the same tree.
 */
export function createTermTree(count: number): TermTree {
  const random = createRandom(17);
  const upTo = (end: number): number => Math.floor(random() * end);
  const parents: number[][] = [[]];
  for (let term = 1; term < count; term += 1) {
    const first = upTo(term) >> upTo(3);
    const second = upTo(100) < withTwoParents ? upTo(term) : first;
    parents.push([...new Set([first, second])]);
  }
  const within: number[][] = [];
  for (const [term, above] of parents.entries())
    within.push([...new Set([term, ...above.flatMap((parent) => within[parent] ?? [])])]);
  const ranks = shuffled(count, upTo);
  const sum = ranks.reduce((all, rank) => all + 1 / rank, 0);
  const terms = parents.map((above, term) => ({
    code: `T:${String(term).padStart(6, '0')}`,
    label: `Condition ${term}`,
    parents: above,
    within: within[term] ?? [],
    weight: 1 / (ranks[term] ?? 1) / sum,
  }));
  const shares = new Array<number>(count).fill(0);
  const children: number[][] = terms.map(() => []);
  for (const [term, { weight, within: above, parents: direct }] of terms.entries()) {
    for (const at of above) shares[at] = (shares[at] ?? 0) + weight;
    for (const parent of direct) children[parent]?.push(term);
  }
  return { terms, shares, children };
}

/** The ranks 1, 2, … in a random order. */
function shuffled(count: number, upTo: (end: number) => number): readonly number[] {
  const ranks = Array.from({ length: count }, (_, index) => index + 1);
  for (let end = count; end > 1; end -= 1) {
    const other = upTo(end);
    const last = ranks[end - 1] ?? 0;
    ranks[end - 1] = ranks[other] ?? 0;
    ranks[other] = last;
  }
  return ranks;
}

/** The hierarchy as an OBO file. */
export const oboOf = ({ terms }: TermTree): string =>
  [
    'format-version: 1.2\n',
    ...terms.map(({ code, label, parents }) =>
      [
        '[Term]',
        `id: ${code}`,
        `name: ${label}`,
        ...parents.map((parent) => `is_a: ${terms[parent]?.code}`),
        '',
      ].join('\n'),
    ),
  ].join('\n');

/** Every way from the root to a term, as codes between slashes. */
export function pathsOf({ terms }: TermTree): readonly (readonly string[])[] {
  const paths: string[][] = [];
  for (const { code, parents } of terms)
    paths.push(
      parents.length === 0
        ? [`/${code}/`]
        : parents.flatMap((parent) => (paths[parent] ?? []).map((above) => `${above}${code}/`)),
    );
  return paths;
}
