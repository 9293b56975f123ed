import { z } from 'zod';
import { useKeptChoice } from '../../../api/useKeptChoice.ts';

/** More charts than this are no overview. */
export const maxCharts = 12;

const chosen = z.array(z.string()).max(maxCharts).readonly().nullable();

/** The concepts that the overview of a dataset draws for a person: their own choice, or null for those of the dataset. */
export const useChosenCharts = (dataset: string) =>
  useKeptChoice<readonly string[] | null>({ name: `charts ${dataset}`, schema: chosen, usual: null });
