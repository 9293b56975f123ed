import type { CohortView } from '@atrium/contract';
import { describeCohort } from '@atrium/engine';
import { snapshotIds } from '../snapshot/index.ts';
import type { OpenCohort } from './openCohort.ts';

/** A cohort as the client draws it (rule 3.21). */
export function presentCohort({ release, snapshot, definition, checked }: OpenCohort): CohortView {
  const { criteriaSets, describe } = describeCohort(checked, { lookup: release.lookup });
  return {
    definition,
    criteriaSets: [...criteriaSets],
    describe,
    warnings: [],
    errors: checked.kind === 'broken' ? checked.errors.map((error) => error.message) : [],
    ...snapshotIds(snapshot),
  };
}
