import { analysisDefinitionWire } from '@atrium/contract';
import { z } from 'zod';
import type { AskedOf } from '../audit/index.ts';
import { askedCohort } from '../cohort/index.ts';
import type { OpenAnalysis } from './openAnalysis.ts';

/** A cross-tab as it was run, for the audit; over everyone, the member's cohort was not asked of. */
export function askedAnalysis(open: OpenAnalysis, overEveryone: boolean): AskedOf {
  const { definition, cohort } = open;
  const titles = (entries: typeof definition.rows): string =>
    entries.map(({ conceptId }) => cohort.release.lookup.concept(conceptId)?.title ?? conceptId).join(', ');
  return {
    ...(overEveryone ? {} : { cohort: askedCohort(cohort) }),
    analysis: {
      definition: z.encode(analysisDefinitionWire, definition),
      description: `Rows: ${titles(definition.rows) || 'none'}\nColumns: ${titles(definition.cols) || 'none'}`,
    },
  };
}
