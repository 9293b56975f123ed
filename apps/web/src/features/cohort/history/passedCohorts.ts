import { createPassedSnapshots } from '../../../lib/passedSnapshots.ts';

/** The snapshots of cohorts that lie inside one gesture, as when a filter is added and moved into a criteria set. */
export const passedCohorts = createPassedSnapshots(window.sessionStorage, 'atrium-passed-cohorts');
