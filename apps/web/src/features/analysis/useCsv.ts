import { analysisEndpoints } from '@atrium/contract';
import { useMutation } from '@tanstack/react-query';
import { download } from '../../api/client.ts';
import { announce } from '../../ui/announce.ts';
import { words } from './words.ts';

const filename = 'aggregate_export.csv';

/** Saves the active cross-tab as CSV, over the active cohort or over the whole dataset (rules 6.9 and 11.9). */
export const useCsv = (dataset: string) =>
  useMutation({
    mutationFn: (useActiveCohort: boolean) =>
      download(analysisEndpoints.exportCsv, {
        params: { dataset },
        query: { useActiveCohort },
        filename,
      }),
    onSuccess: () => announce(words.downloaded),
  });
