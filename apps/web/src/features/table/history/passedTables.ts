import { createPassedSnapshots } from '../../../lib/passedSnapshots.ts';

/** The snapshots of tables that lie between the edits of one gesture, as when staged columns are applied. */
export const passedTables = createPassedSnapshots(window.sessionStorage, 'atrium-passed-tables');
