import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';

export type RdfValue =
  | { readonly kind: 'iri'; readonly iri: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'typed'; readonly text: string; readonly type: string };

/** A node of a graph: its address, and its properties by their whole addresses. */
export interface RdfNode {
  readonly iri: string;
  readonly types: readonly string[];
  readonly properties: readonly (readonly [property: string, value: RdfValue])[];
}

export const iri = (address: string): RdfValue => ({ kind: 'iri', iri: address });
export const text = (words: string): RdfValue => ({ kind: 'text', text: words });
const xsd = 'http://www.w3.org/2001/XMLSchema#';
export const instant = (at: Date): RdfValue => ({
  kind: 'typed',
  text: at.toISOString(),
  type: `${xsd}dateTime`,
});

const rdfType = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** Characters that an IRI of Turtle cannot hold (RDF 1.1 Turtle, 6.5 IRIREF). */
const reference = (address: string): string =>
  `<${address.replace(/[\p{Cc} <>"{}|^`\\]/gu, (letter) => encodeURIComponent(letter))}>`;
const quoted = (words: string): string => JSON.stringify(withoutUnsafe(words, ' '));

function termOf(value: RdfValue): string {
  if (value.kind === 'iri') return reference(value.iri);
  return value.kind === 'text'
    ? `${quoted(value.text)}@en`
    : `${quoted(value.text)}^^${reference(value.type)}`;
}

/** A graph as Turtle: a triple a line, without abbreviations, which is N-Triples too. */
export const toTurtle = (nodes: readonly RdfNode[]): string =>
  nodes
    .flatMap(({ iri: subject, types, properties }) => [
      ...types.map((type) => `${reference(subject)} ${reference(rdfType)} ${reference(type)} .\n`),
      ...properties.map(
        ([property, value]) => `${reference(subject)} ${reference(property)} ${termOf(value)} .\n`,
      ),
    ])
    .join('');

/** A graph as JSON-LD 1.1 in its expanded form. */
export const toJsonLd = (nodes: readonly RdfNode[]) =>
  nodes.map(({ iri: subject, types, properties }) => {
    const names = [...new Set(properties.map(([property]) => property))];
    const written = names.map(
      (name) =>
        [
          name,
          properties.filter(([property]) => property === name).map(([, value]) => jsonValue(value)),
        ] as const,
    );
    return { '@id': subject, '@type': types, ...Object.fromEntries(written) };
  });

function jsonValue(value: RdfValue) {
  if (value.kind === 'iri') return { '@id': value.iri };
  return value.kind === 'text'
    ? { '@value': value.text, '@language': 'en' }
    : { '@value': value.text, '@type': value.type };
}
