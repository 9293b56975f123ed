import { dataFile } from '../package/dataFile.ts';

/** One term of the heart lesion ontology. */
export interface Term {
  readonly code: string;
  readonly name: string;
  /** Codes of the terms above it. */
  readonly parents: readonly string[];
  readonly exact: readonly string[];
  readonly formerCodes: readonly string[];
  /** The code of the term that stands for an obsolete one. */
  readonly replacedBy: string | null;
}

/** The heart lesion ontology as an OBO document. */
export const heartOntology = dataFile('chd.obo');

/** Every term of the heart lesion ontology, ordered by code. */
export const heartTerms: readonly Term[] = heartOntology.split('\n[Term]\n').slice(1).map(parseStanza);

function parseStanza(stanza: string): Term {
  const values = (tag: string): readonly string[] =>
    stanza.split('\n').flatMap((line) => (line.startsWith(`${tag}: `) ? line.slice(tag.length + 2) : []));
  const [code = '', name = ''] = [...values('id'), ...values('name')];
  const synonyms = values('synonym').map((text) => /^"(.*)" EXACT \[\]$/.exec(text)?.[1]);
  return {
    code,
    name,
    parents: values('is_a').map((reference) => reference.replace(/ ! .*$/, '')),
    exact: synonyms.filter((synonym) => synonym !== undefined),
    formerCodes: values('alt_id'),
    replacedBy: values('replaced_by')[0] ?? null,
  };
}

const termsByName = new Map(heartTerms.map((term) => [term.name, term]));
const termsByCode = new Map(heartTerms.map((term) => [term.code, term]));

/** The term of that name; an unknown name is a mistake in this package and throws. */
export function termNamed(name: string): Term {
  const term = termsByName.get(name);
  if (term === undefined) throw new Error(`no ontology term named "${name}"`);
  return term;
}

export const codeOf = (name: string): string => termNamed(name).code;

/** The term with that code; an unknown code is a mistake in this package and throws. */
export function termOf(code: string): Term {
  const term = termsByCode.get(code);
  if (term === undefined) throw new Error(`no ontology term ${code}`);
  return term;
}
