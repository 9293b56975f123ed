import type { Ontology } from '@atrium/engine';
import type { CodeBook } from '../cast/castField.ts';

/** What codes mean, by ontology id. */
export type Codes = ReadonlyMap<string, CodeBook>;

export function createCodes(ontologies: ReadonlyMap<string, Ontology>): Codes {
  return new Map(
    [...ontologies].map(([id, { terms, alternatives, obsolete }]) => [
      id,
      { terms: new Set(terms.map(({ code }) => code)), alternatives, obsolete },
    ]),
  );
}
