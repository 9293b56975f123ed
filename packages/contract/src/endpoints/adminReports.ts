import { z } from 'zod';
import { done } from '../wire/access.ts';
import { queryInteger, queryValue } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { defineList, staffRead, staffWrite } from './staff.ts';

/** A report as staff see it: its creator and its dates, and nothing of its content (rule 12.13). */
const staffReportItem = wireObject({
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
/** Who can be given a report. */
const reportTakers = wireObject({
  takers: z.array(wireObject({ username: z.string(), name: z.string() })),
});

const giveBody = wireObject({ username: z.string().min(1).max(100) });

const onReport = wireObject({ report: queryInteger });

/** The reports of everybody, by name, creator and dates only (rule 12.13). */
export const adminReports = {
  ...defineList({
    room: 'reports',
    summary: 'The reports of everybody without what they hold',
    item: staffReportItem,
    key: 'id',
    sorts: ['name', 'owner', 'dataset', 'created', 'saved'],
    defaultSort: '-saved',
    filters: { dataset: queryValue.optional() },
  }),
  takers: defineEndpoint({
    declares: administration,
    ...staffRead,
    path: '/{app}/api/admin/reports/:report/takers',
    summary: 'Who can be given a report',
    params: onReport,
    reply: reportTakers,
  }),
  give: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/reports/:report/give',
    summary: 'Makes another member the creator of a report',
    params: onReport,
    body: giveBody,
    reply: done,
  }),
  delete: defineEndpoint({
    declares: administration,
    ...staffWrite,
    path: '/{app}/api/admin/reports/:report/delete',
    summary: 'Deletes a report of anybody, with its versions',
    params: onReport,
    reply: done,
  }),
};
