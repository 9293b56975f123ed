import { cohortFormat, parseCohortDocument } from '@atrium/contract/wire/cohortDocument';
import type { Lookup } from '../../dictionary/lookup.ts';
import { circeExpression } from './circe/circeExpression.ts';
import { readCirce } from './circe/readCirce.ts';
import type { ReadTravelling } from './travellingDefinition.ts';

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
