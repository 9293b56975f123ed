import { termNamed } from './heartTerms.ts';
import { type Term, termCode } from './term.ts';

const header = [
  'format-version: 1.4',
  'data-version: 2025-06-30',
  'ontology: chdo',
  'default-namespace: congenital_heart_disease',
  'remark: A small ontology of congenital heart lesions written for demonstration data. Not for clinical use.',
];

/** The terms as an OBO 1.4 document, one stanza a term, in the order given. */
export function oboText(terms: readonly Term[]): string {
  return `${[header.join('\n'), ...terms.map(stanza)].join('\n\n')}\n`;
}

function stanza(term: Term): string {
  const lines = ['[Term]', `id: ${termCode(term.number)}`, `name: ${term.name}`];
  for (const former of term.formerNumbers) lines.push(`alt_id: ${termCode(former)}`);
  lines.push(`def: "${quoted(term.definition)}" []`);
  for (const synonym of term.exact) lines.push(`synonym: "${quoted(synonym)}" EXACT []`);
  for (const synonym of term.related) lines.push(`synonym: "${quoted(synonym)}" RELATED []`);
  for (const parent of term.parents) lines.push(reference('is_a', parent));
  if (term.replacedBy !== null) {
    lines.push('is_obsolete: true', `replaced_by: ${termCode(termNamed(term.replacedBy).number)}`);
  }
  return lines.join('\n');
}

function reference(tag: string, name: string): string {
  return `${tag}: ${termCode(termNamed(name).number)} ! ${name}`;
}

function quoted(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"');
}
