import type { ProgressMeter } from './importJob.ts';
import type { ImportProgress } from './importProgress.ts';

/** Tells of every phase and of every batch of rows; bytes are told with the next of these. */
export function createProgressMeter(
  onProgress: ((progress: ImportProgress) => void) | undefined,
  bytesTotal: number,
): ProgressMeter {
  let progress: ImportProgress = { phase: 'check', collection: null, rows: 0, bytesRead: 0, bytesTotal };
  return {
    enter: (phase, collection) => {
      progress = { ...progress, phase, collection };
      onProgress?.(progress);
    },
    addRows: (rows) => {
      progress = { ...progress, rows: progress.rows + rows };
      onProgress?.(progress);
    },
    addBytes: (bytes) => {
      progress = { ...progress, bytesRead: progress.bytesRead + bytes };
    },
  };
}
