import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import { cohortFormat, parseCohortDocument } from '@atrium/contract/wire/cohortDocument';
import type { Lookup } from '../../dictionary/lookup.ts';
import { circeExpression } from './circe/circeExpression.ts';
import { readCirce } from './circe/readCirce.ts';

/** A cohort that came as a file, in the words of this dataset as far as it has them. */
export interface TravellingDefinition {
  readonly kind: 'definition';
  readonly definition: CohortDefinition;
  /** What the file calls concepts and collections, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
  /** Parts of the file that no definition can say, by name. */
  readonly unsaid: readonly string[];
  /** Parts of the file that do not change who is in the cohort, and are not kept. */
  readonly leftOut: readonly string[];
  /** Codes that are meant without the terms below them, with the words that name them. */
  readonly exactTerms: ReadonlyMap<string, string>;
}

export type ReadTravelling =
  | TravellingDefinition
  | { readonly kind: 'malformed'; readonly faults: readonly string[] };

/** Reads a file by what it says of itself: a cohort document, or a cohort expression of Circe. */
export function readTravelling(document: Readonly<Record<string, unknown>>, lookup: Lookup): ReadTravelling {
  const expression = circeExpression(document);
  if (expression !== null) return readCirce(expression, lookup);
  if (document['format'] !== cohortFormat)
    return { kind: 'malformed', faults: ['The file is neither a cohort of Atrium nor one of ATLAS.'] };
  const parsed = parseCohortDocument(document);
  if (parsed.kind === 'malformed') return parsed;
  const { definition, concepts, collections } = parsed.document;
  const titles = new Map([...collections, ...concepts].map(({ id, title }) => [id, title]));
  return { kind: 'definition', definition, titles, unsaid: [], leftOut: [], exactTerms: new Map() };
}
