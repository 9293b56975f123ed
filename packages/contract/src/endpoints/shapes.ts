import { z } from 'zod';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';

/** Building blocks of endpoint definitions. */
export const nothing = z.object({});
export const noBody = z.unknown();

export const slug = z.string().regex(/^[A-Za-z0-9_-]{1,63}$/, 'must be an id of letters, digits, _ and -');

export const inDataset = wireObject({ dataset: slug });
export const onConcept = wireObject({ dataset: slug, conceptId: slug }, { conceptId: 'conceptId' });
export const onCollection = wireObject({ dataset: slug, collection: slug });
export const onCategory = wireObject(
  { dataset: slug, categoryId: queryInteger },
  { categoryId: 'categoryId' },
);
export const onSnapshot = wireObject(
  { dataset: slug, snapshotId: queryInteger },
  { snapshotId: 'snapshotId' },
);

export const onReport = wireObject({ dataset: slug, reportId: queryInteger }, { reportId: 'reportId' });
export const onReportVersion = wireObject(
  { dataset: slug, reportId: queryInteger, version: queryInteger },
  { reportId: 'reportId' },
);

/** Every reply of 400 and above (rule 9.3). */
export const errorReply = wireObject({
  detail: z.string(),
  code: z.string().optional(),
  /** The field of the request that is wrong, where the refusal is about one. */
  field: z.string().optional(),
  requestId: z.string().optional(),
});
