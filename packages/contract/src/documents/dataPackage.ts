import { z } from 'zod';

/**
 * The data package of docs/data-packages.md: Frictionless Data Package 2 (1 is read too) plus one key,
 * `atrium`, on the package, a resource or a field. Unknown keys are kept and ignored, except inside `atrium`,
 * where a misspelt key is an error (rule 10.1).
 */
const identifier = z
  .string()
  .max(63)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_]*$/, 'letters, digits and _, not starting with _');

export const conceptTypes = ['category', 'boolean', 'ontology', 'text', 'date', 'number', 'age'] as const;
export const conceptType = z.enum(conceptTypes);
export type ConceptType = z.infer<typeof conceptType>;

export const conceptUses = ['cohort', 'table', 'analysis'] as const;
export type ConceptUse = (typeof conceptUses)[number];

export const packageFieldExtras = z.strictObject({
  id: identifier.optional(),
  type: conceptType.optional(),
  unit: z.string().optional(),
  ontology: z.string().optional(),
  category: z.string().optional(),
  prefilter: z.strictObject({ field: z.string(), mode: z.enum(['required', 'optional']) }).optional(),
  uses: z.array(z.enum(conceptUses)).optional(),
  phi: z.boolean().optional(),
  aggregatable: z.boolean().optional(),
  link: z.string().optional(),
  publish: z.boolean().optional(),
});

const missingValue = z.union([
  z.string(),
  z.looseObject({ value: z.string(), label: z.string().optional() }),
]);

export const packageField = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  type: z.string().optional(),
  format: z.string().optional(),
  constraints: z
    .looseObject({
      required: z.boolean().optional(),
      unique: z.boolean().optional(),
      enum: z.array(z.union([z.string(), z.number(), z.boolean()])).optional(),
    })
    .optional(),
  categories: z
    .array(
      z.union([
        z.string(),
        z.number(),
        z.looseObject({ value: z.union([z.string(), z.number()]), label: z.string().optional() }),
      ]),
    )
    .optional(),
  missingValues: z.array(missingValue).optional(),
  trueValues: z.array(z.string()).optional(),
  falseValues: z.array(z.string()).optional(),
  delimiter: z.string().optional(),
  itemType: z.string().optional(),
  decimalChar: z.string().optional(),
  groupChar: z.string().optional(),
  bareNumber: z.boolean().optional(),
  atrium: packageFieldExtras.optional(),
});
export type PackageField = z.infer<typeof packageField>;

const fieldNames = z.union([z.string(), z.array(z.string())]);

export const packageForeignKey = z.looseObject({
  fields: fieldNames,
  reference: z.looseObject({ resource: z.string().optional(), fields: fieldNames }),
});

export const packageSchema = z.looseObject({
  fields: z.array(packageField),
  primaryKey: fieldNames.optional(),
  foreignKeys: z.array(packageForeignKey).optional(),
  missingValues: z.array(missingValue).optional(),
});

export const packageDialect = z.looseObject({
  delimiter: z.string().optional(),
  lineTerminator: z.string().optional(),
  /** Null: quotes are ordinary characters. */
  quoteChar: z.string().nullable().optional(),
  doubleQuote: z.boolean().optional(),
  escapeChar: z.string().optional(),
  nullSequence: z.string().optional(),
  skipInitialSpace: z.boolean().optional(),
  header: z.boolean().optional(),
  headerRows: z.array(z.number()).optional(),
  commentChar: z.string().optional(),
});

export const packageResource = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  path: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  encoding: z.string().optional(),
  dialect: packageDialect.optional(),
  schema: packageSchema.optional(),
  atrium: z
    .strictObject({
      titlePlural: z.string().optional(),
      event: z.strictObject({ start: z.string(), end: z.string().optional() }).optional(),
      load: z.boolean().optional(),
    })
    .optional(),
});
export type PackageResource = z.infer<typeof packageResource>;

export const packageOntology = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  path: z.string(),
  format: z.enum(['obo', 'obographs']),
});

export const packageCategory = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  parent: z.string().optional(),
});

/** Dataset settings that a package proposes and a steward may change later. */
export const datasetSettings = z.strictObject({
  smallCountThreshold: z.number().int().min(0).optional(),
  siteTitle: z.string().optional(),
  logo: z.string().optional(),
  headerLinks: z.record(z.string(), z.string()).optional(),
  contactEmail: z.string().optional(),
  /** False keeps the dataset from the list of whoever may not open it. */
  listed: z.boolean().optional(),
  /** Ids of the concepts that the overview of a cohort draws, in this order. */
  overviewConcepts: z.array(z.string()).max(6).optional(),
  autoMembership: z
    .strictObject({
      level: z.enum(['phi', 'deid', 'agg']),
      canViewWorkspace: z.boolean().optional(),
      canViewSubjectDetails: z.boolean().optional(),
      /** Names of permission groups of the dataset. */
      groups: z.array(z.string()).optional(),
    })
    .optional(),
});
export type DatasetSettings = z.infer<typeof datasetSettings>;

export const dataPackage = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  version: z.string().optional(),
  created: z.string().optional(),
  resources: z.array(packageResource).min(1),
  atrium: z
    .strictObject({
      root: z.string().optional(),
      categories: z.array(packageCategory).optional(),
      ontologies: z.array(packageOntology).optional(),
      defaultColumns: z.array(z.string()).optional(),
      settings: datasetSettings.optional(),
      files: z.string().optional(),
    })
    .optional(),
});
export type DataPackage = z.infer<typeof dataPackage>;
