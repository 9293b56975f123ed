import type { CohortTransformation } from '@atrium/contract';

/** Takes one filter away; its criteria set stays, also when nothing is left in it. */
export const deletion = (entryId: string): CohortTransformation => ({
  kind: 'delete_entry',
  entryId,
  removeEmptyCriteriaSets: false,
});
