import { z } from 'zod';
import { analysisResult, analysisView } from './analysis.ts';
import { cohortView } from './cohortView.ts';
import { tableView } from './tableView.ts';
import { wireObject } from './wireObject.ts';

/** The id of a count receipt (rule 3.26): 80 bits of a hash in four groups, such as `7f3k-9m2q-xx3d-8zkt`. */
export const receiptIdWire = z
  .string()
  .regex(/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/, 'no receipt');

/** The subject of a receipt: the subjects of a cohort, or a table or cross-tab over it. */
export const receiptKinds = ['cohort', 'table', 'analysis'] as const;
export type ReceiptKind = (typeof receiptKinds)[number];

/** The definition behind a receipt, checked on what is live now; its snapshots are null, since nobody edits it. */
export const receiptView = wireObject({
  id: receiptIdWire,
  kind: z.enum(receiptKinds),
  /** The release that the figures are of, and whether the caller would be answered from it now. */
  release: z.string(),
  isLive: z.boolean(),
  issuedAt: z.iso.datetime(),
  /** The empty one in the receipt of a cross-tab over everyone. */
  cohort: cohortView,
  table: tableView.nullable(),
  analysis: analysisView.nullable(),
});
export type ReceiptView = z.output<typeof receiptView>;

/** The figures behind a receipt, counted on its release (rule 12.31). */
export const receiptFigures = wireObject({
  /** The subjects of the cohort; null where the caller sees aggregates only. */
  count: z.int().nullable(),
  /** Everyone first, the cohort last; empty where there is no count. */
  attrition: z.array(wireObject({ label: z.string(), count: z.int() })),
  /** Null where the receipt is of no cross-tab. */
  crossTab: analysisResult.nullable(),
  /** Whether the same question has the same receipt today; null where nothing was counted. */
  isSame: z.boolean().nullable(),
});
export type ReceiptFigures = z.output<typeof receiptFigures>;

/** Which definitions of a receipt are active now. */
export const receiptLoaded = wireObject({ loaded: z.array(z.enum(receiptKinds)) });
