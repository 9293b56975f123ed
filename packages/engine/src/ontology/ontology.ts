import { close } from './closure.ts';

/** A current term; `parents` are indexes into `Ontology.terms`, `within` the indexes of itself and all its ancestors. */
export interface OntologyTerm {
  readonly code: string;
  readonly label: string;
  readonly parents: readonly number[];
  readonly within: Int32Array;
  readonly synonyms: readonly string[];
  readonly isLeaf: boolean;
}

/**
 * An ontology ready to be stored. `alternatives` leads merged ids, and obsolete ids that name a replacement, to the
 * current code; an obsolete id without a replacement is no term and stands in `obsolete` only.
 */
export interface Ontology {
  readonly version: string | null;
  readonly terms: readonly OntologyTerm[];
  readonly alternatives: ReadonlyMap<string, string>;
  readonly obsolete: ReadonlySet<string>;
}

/** A statement in an ontology file that is probably a mistake. The ontology is used all the same. */
export interface OntologyDoubt {
  readonly kind: 'unknownParent' | 'contestedAlternative' | 'namelessTerm';
  /** What the file says, in words. */
  readonly statement: string;
  /** The 1-based number of the term in the file. */
  readonly term: number;
}

export type OntologyOutcome =
  | { readonly kind: 'ontology'; readonly ontology: Ontology; readonly doubts: readonly OntologyDoubt[] }
  | { readonly kind: 'cyclic'; readonly cycle: readonly string[] };

interface Draft {
  readonly code: string;
  /** 1-based, of its first statement in the file. */
  readonly number: number;
  label: string | null;
  isObsolete: boolean;
  replacedBy: string | null;
  readonly parents: Set<string>;
  readonly synonyms: Set<string>;
  readonly alternatives: Set<string>;
}

/**
 * Resolves a file's statements. Parents that the file does not state as current terms are left out; those that it does
 * not state at all, and alternative ids that lead to several terms, are doubts (rule 10.12).
 */
export function resolveOntology(document: OntologyDocument): OntologyOutcome {
  const stated = mergeStatements(document.terms);
  const drafts = [...stated.values()];
  const current = drafts.filter((draft) => !draft.isObsolete);
  const indexes = new Map(current.map((draft, index) => [draft.code, index]));
  const parents = current.map((draft) => [...draft.parents].flatMap((parent) => indexes.get(parent) ?? []));
  const closure = close(parents);
  if (closure.kind === 'cyclic') {
    return { kind: 'cyclic', cycle: closure.cycle.flatMap((index) => current[index]?.code ?? []) };
  }
  const withChildren = new Set(parents.flat());
  const terms = current.map((draft, index) => ({
    code: draft.code,
    label: draft.label ?? draft.code,
    parents: parents[index] ?? [],
    within: closure.ancestors[index] ?? Int32Array.of(index),
    synonyms: [...draft.synonyms],
    isLeaf: !withChildren.has(index),
  }));
  const { alternatives, contested } = alternativesOf(drafts, indexes);
  const obsolete = drafts.filter(({ code, isObsolete }) => isObsolete && !alternatives.has(code));
  return {
    kind: 'ontology',
    ontology: {
      version: document.version,
      terms,
      alternatives,
      obsolete: new Set(obsolete.map((d) => d.code)),
    },
    doubts: [...unknownParents(current, stated), ...contested, ...nameless(drafts)],
  };
}

/** Obsolete terms of which the file says no name: a term that was cut may look so. */
const nameless = (drafts: readonly Draft[]): OntologyDoubt[] =>
  drafts
    .filter(({ isObsolete, label }) => isObsolete && label === null)
    .map(({ code, number }) => ({ kind: 'namelessTerm', statement: code, term: number }));

const unknownParents = (current: readonly Draft[], stated: ReadonlyMap<string, Draft>): OntologyDoubt[] =>
  current.flatMap(({ code, number, parents }) =>
    [...parents]
      .filter((parent) => !stated.has(parent))
      .map((parent) => ({
        kind: 'unknownParent',
        statement: `${code} is a ${parent}`,
        term: number,
      })),
  );

function mergeStatements(statements: readonly StatedTerm[]): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const [index, statement] of statements.entries()) {
    const draft = drafts.get(statement.code) ?? emptyDraft(statement.code, index + 1);
    drafts.set(statement.code, draft);
    draft.label ??= statement.label;
    draft.isObsolete ||= statement.isObsolete;
    draft.replacedBy ??= statement.replacedBy;
    for (const parent of statement.parents) draft.parents.add(parent);
    for (const synonym of statement.synonyms) draft.synonyms.add(synonym);
    for (const alternative of statement.alternatives) draft.alternatives.add(alternative);
  }
  return drafts;
}

const emptyDraft = (code: string, number: number): Draft => ({
  code,
  number,
  label: null,
  isObsolete: false,
  replacedBy: null,
  parents: new Set(),
  synonyms: new Set(),
  alternatives: new Set(),
});

/**
 * Chains of replacement are followed to a current term; a current code is never an alternative of another. Of several
 * statements about one id its own replacement counts, else the term with the lowest code, whatever the order of the
 * file (rule 10.12).
 */
function alternativesOf(drafts: readonly Draft[], current: ReadonlyMap<string, number>) {
  const claims = new Map<string, Draft[]>();
  for (const draft of [...drafts].sort(byCode)) {
    for (const alternative of draft.alternatives) {
      const claiming = claims.get(alternative) ?? [];
      claims.set(alternative, claiming);
      claiming.push(draft);
    }
  }
  const next = new Map([...claims].map(([alternative, [first]]) => [alternative, first?.code ?? '']));
  for (const draft of drafts) if (draft.replacedBy !== null) next.set(draft.code, draft.replacedBy);
  const alternatives = new Map<string, string>();
  const contested: OntologyDoubt[] = [];
  for (const alternative of next.keys()) {
    if (current.has(alternative)) continue;
    const code = followToCurrent(alternative, next, current);
    if (code === undefined) continue;
    alternatives.set(alternative, code);
    const claiming = claims.get(alternative) ?? [];
    const others = claiming.filter(
      (draft) => (current.has(draft.code) ? draft.code : followToCurrent(draft.code, next, current)) !== code,
    );
    const [first] = others;
    if (first === undefined) continue;
    const codes = [...new Set([code, ...others.map((draft) => draft.code)])];
    contested.push({
      kind: 'contestedAlternative',
      statement: `${alternative} of ${codes.join(', ')}`,
      term: first.number,
    });
  }
  return { alternatives, contested };
}

const byCode = (one: Draft, other: Draft): number =>
  one.code < other.code ? -1 : one.code > other.code ? 1 : 0;

function followToCurrent(
  alternative: string,
  next: ReadonlyMap<string, string>,
  current: ReadonlyMap<string, number>,
): string | undefined {
  const passed = new Set([alternative]);
  let code = next.get(alternative);
  while (code !== undefined && !current.has(code)) {
    if (passed.has(code)) return undefined;
    passed.add(code);
    code = next.get(code);
  }
  return code;
}

/** A term as an ontology file states it, before anything is resolved. */
export interface StatedTerm {
  readonly code: string;
  readonly label: string | null;
  readonly parents: readonly string[];
  readonly synonyms: readonly string[];
  readonly alternatives: readonly string[];
  readonly isObsolete: boolean;
  readonly replacedBy: string | null;
}

/** An ontology file as read; a code may be stated more than once, and then all its statements count. */
export interface OntologyDocument {
  readonly version: string | null;
  readonly terms: readonly StatedTerm[];
}
