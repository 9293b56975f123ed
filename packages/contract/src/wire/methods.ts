import { z } from 'zod';
import { receiptIdWire } from './receipt.ts';
import { wireObject } from './wireObject.ts';

const term = wireObject({ code: z.string(), label: z.string() });

/** The terms that a filter names, and all that it stands for (rule 2.18). */
export const codeList = wireObject({
  concept: z.string(),
  ontology: wireObject({ title: z.string(), version: z.string().nullable() }),
  chosen: z.array(term),
  terms: z.array(term),
  /** There are more terms than are listed. */
  isCut: z.boolean(),
});
export type CodeList = z.output<typeof codeList>;

/** How a cohort, its table and its cross-tab came about, as plain texts and figures (rule 12.15). */
export const methods = wireObject({
  title: z.string(),
  dataset: wireObject({ id: z.string(), name: z.string() }),
  release: wireObject({
    name: z.string(),
    /** The data's own version. */
    version: z.string().nullable(),
    finishedAt: z.iso.datetime().nullable(),
  }),
  /** The use to which the subjects agreed, in words; null where the dataset says nothing of data use (rule 8.35). */
  use: z.string().nullable().optional(),
  /** The version of the portal. */
  software: z.string(),
  receipt: receiptIdWire,
  madeAt: z.iso.datetime(),
  /** Lines; empty for everyone. */
  cohort: z.array(z.string()),
  columns: z.array(z.string()),
  crossTab: wireObject({ rows: z.array(z.string()), cols: z.array(z.string()) }).nullable(),
  /** Groups that are compared, and how (rule 17.26). */
  comparison: z.array(z.string()).optional(),
  count: z.int(),
  /** Everyone first, the cohort last. */
  attrition: z.array(wireObject({ label: z.string(), count: z.int() })),
  codeLists: z.array(codeList),
  citation: z.string(),
  /** The same for programs: BibTeX, and CSL-JSON as text (rule 12.33). */
  citations: wireObject({ bibtex: z.string(), csl: z.string() }).optional(),
});
export type Methods = z.output<typeof methods>;

/** In which languages the same count is given as a program. */
export const programLanguages = ['python', 'r', 'curl'] as const;
export type ProgramLanguage = (typeof programLanguages)[number];

/** The same as files; a notebook shows the other figures of the report, too. */
export const programFiles = [...programLanguages, 'notebook', 'quarto'] as const;
export type ProgramFile = (typeof programFiles)[number];

/** The methods of a report, and programs that count the same. */
export const reportMethods = wireObject({
  reportId: z.int(),
  /** The version of the report that is described. */
  version: z.int(),
  methods,
  programs: wireObject({ python: z.string(), r: z.string(), curl: z.string() }),
});
export type ReportMethods = z.output<typeof reportMethods>;

/** Versions of RO-Crate, the newest first. */
export const crateVersions = ['1.3', '1.1'] as const;
export type CrateVersion = (typeof crateVersions)[number];

/** Without a version the newest is meant. */
export const crateQuery = wireObject({ crateVersion: z.enum(crateVersions).optional() });

export const programQuery = wireObject({ language: z.enum(programFiles) });
