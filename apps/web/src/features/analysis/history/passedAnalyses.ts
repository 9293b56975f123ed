import { createPassedSnapshots } from '../../../lib/passedSnapshots.ts';

/** The snapshots of analyses that lie between the edits of one gesture, as when a staged dialog is applied. */
export const passedAnalyses = createPassedSnapshots(window.sessionStorage, 'atrium-passed-analyses');
