import { z } from 'zod';
import { listOf } from './adminList.ts';
import { wireObject } from './wireObject.ts';

export const staffReportSorts = ['name', 'owner', 'dataset', 'created', 'saved'] as const;

/** A report as staff see it: its creator and its dates, and nothing of its content (rule 12.13). */
export const staffReportItem = wireObject({
  id: z.int(),
  name: z.string(),
  /** The dataset's id in paths, and its name. */
  dataset: z.string(),
  datasetName: z.string(),
  /** Empty where the account is gone. */
  owner: z.string(),
  ownerUsername: z.string(),
  /** Whether the creator has access to the dataset now, and so reaches the report. */
  ownerHasAccess: z.boolean(),
  created: z.iso.datetime(),
  saved: z.iso.datetime(),
});
export type StaffReportItem = z.output<typeof staffReportItem>;
export const staffReportList = listOf(staffReportItem);

/** Who can be given a report. */
export const reportTakers = wireObject({
  takers: z.array(wireObject({ username: z.string(), name: z.string() })),
});
export type ReportTakers = z.output<typeof reportTakers>;

export const giveBody = wireObject({ username: z.string().min(1).max(100) });
