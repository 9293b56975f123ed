import type { CodeOfText, InlineOntology } from '@atrium/contract/documents/dataPackage';
import { type CohortPlan, type Concept, type ExportColumn, kindOf, type ReleaseSql } from '@atrium/engine';
import type { DefinitionDeps } from '../../definition/index.ts';

/** The terms that an import needs to turn the labels of an export back into codes (rule 5.20). */
export interface Vocabulary {
  /** By concept id; without those whose labels do not tell the codes apart. */
  readonly codes: ReadonlyMap<string, readonly CodeOfText[]>;
  readonly ontologies: readonly InlineOntology[];
}

export interface VocabularyRequest {
  readonly columns: readonly ExportColumn[];
  readonly release: ReleaseSql;
  /** The cohort of the export; null where it is broken and nothing can be exported. */
  readonly plan: CohortPlan | null;
  readonly signal: AbortSignal;
}

interface UsedTerm {
  readonly code: string;
  readonly label: string;
  readonly isKnown: boolean;
  readonly isUsed: boolean;
  readonly parents: string[];
}

/** Terms in one dictionary, each with each of its parents: an import takes descriptors of some size only. */
const maxTerms = 20_000;

/** The terms that the subjects of the export have, with all terms above them, and nothing else of their ontologies. */
export async function queryVocabulary(
  deps: DefinitionDeps,
  { columns, release, plan, signal }: VocabularyRequest,
): Promise<Vocabulary> {
  const codes = new Map<string, readonly CodeOfText[]>();
  const termsOf = new Map<string, Map<string, UsedTerm>>();
  if (plan === null) return { codes, ontologies: [] };
  let room = maxTerms;
  for (const concept of conceptsWithCodes(columns)) {
    const question = { kind: 'usedTerms', concept, plan, most: room + 1 } as const;
    const rows = await deps.questions.ask(question, release, { signal });
    const terms = toTerms(rows);
    const own = rows.length > room ? null : codesByLabel(terms);
    if (own === null || concept.ontologyId === null) continue;
    room -= rows.length;
    codes.set(concept.id, own);
    const known = termsOf.get(concept.ontologyId) ?? new Map<string, UsedTerm>();
    termsOf.set(concept.ontologyId, known);
    for (const term of terms) if (term.isKnown) known.set(term.code, term);
  }
  const ontologies = release.lookup.dictionary.ontologies.flatMap(({ id, title, version }) => {
    const terms = termsOf.get(id);
    if (terms === undefined) return [];
    return [{ id, title, ...(version === null ? {} : { version }), terms: stated(terms) }];
  });
  return { codes, ontologies };
}

const conceptsWithCodes = (columns: readonly ExportColumn[]): Iterable<Concept> =>
  new Map(
    columns
      .filter(({ column, file: { type } }) => type.isOwn && kindOf(column.subject.concept).isCoded)
      .map(({ column: { subject } }) => [subject.concept.id, subject.concept]),
  ).values();

function toTerms(rows: readonly Readonly<Record<string, unknown>>[]): readonly UsedTerm[] {
  const terms = new Map<string, UsedTerm>();
  for (const { code, label, is_known, is_used, parent } of rows) {
    if (typeof code !== 'string') continue;
    const term = terms.get(code) ?? {
      code,
      label: typeof label === 'string' ? label : code,
      isKnown: is_known === true,
      isUsed: is_used === true,
      parents: [],
    };
    terms.set(code, term);
    if (typeof parent === 'string') term.parents.push(parent);
  }
  return [...terms.values()];
}

/** The codes of the labels that an export writes; null where a label is empty or stands for several codes. */
function codesByLabel(terms: readonly UsedTerm[]): readonly CodeOfText[] | null {
  const used = terms.filter(({ isUsed }) => isUsed).map(({ code, label }) => ({ text: label.trim(), code }));
  const texts = new Set(used.map(({ text }) => text));
  return texts.has('') || texts.size < used.length ? null : used;
}

const stated = (terms: ReadonlyMap<string, UsedTerm>): InlineOntology['terms'] =>
  [...terms.values()].map(({ code, label, parents }) => ({
    code,
    label,
    ...(parents.length === 0 ? {} : { parents }),
  }));
