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

export type OntologyOutcome =
  | { readonly kind: 'ontology'; readonly ontology: Ontology }
  | { readonly kind: 'cyclic'; readonly cycle: readonly string[] };

interface Draft {
  readonly code: string;
  label: string | null;
  isObsolete: boolean;
  replacedBy: string | null;
  readonly parents: Set<string>;
  readonly synonyms: Set<string>;
  readonly alternatives: Set<string>;
}

/** Resolves a file's statements; parents that the file does not state as current terms are left out. */
export function resolveOntology(document: OntologyDocument): OntologyOutcome {
  const drafts = [...mergeStatements(document.terms).values()];
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
  const alternatives = alternativesOf(drafts, indexes);
  const obsolete = drafts.filter(({ code, isObsolete }) => isObsolete && !alternatives.has(code));
  return {
    kind: 'ontology',
    ontology: {
      version: document.version,
      terms,
      alternatives,
      obsolete: new Set(obsolete.map((d) => d.code)),
    },
  };
}

function mergeStatements(statements: readonly StatedTerm[]): Map<string, Draft> {
  const drafts = new Map<string, Draft>();
  for (const statement of statements) {
    const draft = drafts.get(statement.code) ?? emptyDraft(statement.code);
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

const emptyDraft = (code: string): Draft => ({
  code,
  label: null,
  isObsolete: false,
  replacedBy: null,
  parents: new Set(),
  synonyms: new Set(),
  alternatives: new Set(),
});

/** Chains of replacement are followed to a current term; a current code is never an alternative of another. */
function alternativesOf(drafts: readonly Draft[], current: ReadonlyMap<string, number>): Map<string, string> {
  const next = new Map<string, string>();
  for (const draft of drafts) for (const alternative of draft.alternatives) next.set(alternative, draft.code);
  for (const draft of drafts) if (draft.replacedBy !== null) next.set(draft.code, draft.replacedBy);
  const alternatives = new Map<string, string>();
  for (const alternative of next.keys()) {
    if (current.has(alternative)) continue;
    const code = followToCurrent(alternative, next, current);
    if (code !== undefined) alternatives.set(alternative, code);
  }
  return alternatives;
}

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
