import { z } from 'zod';
import { grantableRights } from './grantableRights.ts';
import { linkAddress } from './linkAddress.ts';
import { publicRecord } from './publicRecord.ts';
import { purpose } from './purpose.ts';
import { visaMembership } from './visaMembership.ts';

/**
 * The data package of docs/data-packages.md: Frictionless Data Package 2 (1 is read too) plus one key,
 * `atrium`, on the package, a resource or a field. Unknown keys are kept and ignored, except inside `atrium`,
 * where a misspelt key is an error (rule 10.1).
 */
const identifier = z
  .string()
  .max(63)
  .regex(/^[A-Za-z0-9][A-Za-z0-9_]*$/, 'letters, digits and _, not starting with _');

export const conceptTypes = [
  'category',
  'boolean',
  'ontology',
  'text',
  'date',
  'number',
  'number_with_categories',
  'age',
] as const;
export const conceptType = z.enum(conceptTypes);
export type ConceptType = z.infer<typeof conceptType>;

const prefilterTypes: ReadonlySet<ConceptType> = new Set(['category', 'text']);

/** Whether a concept of this type may be the prefilter of another one (rule 2.12). */
export const mayBePrefilter = (type: ConceptType): boolean => prefilterTypes.has(type);

export const conceptUses = ['cohort', 'table', 'analysis'] as const;
export type ConceptUse = (typeof conceptUses)[number];

/** A text of a file that stands for a code of an ontology, as an export writes labels. */
export const codeOfText = z.strictObject({ text: z.string().min(1), code: z.string().min(1) });
export type CodeOfText = z.infer<typeof codeOfText>;

/** A text of a file that is another spelling of a value. */
export const spellingOfValue = z.strictObject({ text: z.string().min(1), value: z.string().min(1) });

/** A text behind a number that names its unit; the number counts `factor` times, once by default. */
export const unitOfText = z.strictObject({
  text: z.string().trim().min(1),
  factor: z.number().positive().optional(),
});
export type UnitOfText = z.infer<typeof unitOfText>;

export const packageFieldExtras = z.strictObject({
  id: identifier.optional(),
  /** Default: the plural of the title, as English has it. */
  titlePlural: z.string().optional(),
  type: conceptType.optional(),
  unit: z.string().optional(),
  ontology: z.string().optional(),
  codes: z.array(codeOfText).optional(),
  /** Words by which a search finds the concept, or one of its values (rule 11.13). */
  synonyms: z
    .array(z.strictObject({ text: z.string().trim().min(1), value: z.string().min(1).optional() }))
    .optional(),
  /** Other spellings of values (rule 10.40). */
  spellings: z.array(spellingOfValue).optional(),
  /** Forms of dates in place of `format`; a cell has the first one that it fits (rule 10.38). */
  formats: z.array(z.string().min(1)).min(1).optional(),
  /** Units that may stand behind the number of a cell (rule 10.39). */
  units: z.array(unitOfText).min(1).optional(),
  category: z.string().optional(),
  prefilter: z.strictObject({ field: z.string(), mode: z.enum(['required', 'optional']) }).optional(),
  uses: z.array(z.enum(conceptUses)).optional(),
  phi: z.boolean().optional(),
  aggregatable: z.boolean().optional(),
  link: linkAddress.optional(),
  publish: z.boolean().optional(),
  /** Whether the days of the field keep their times; default: those of a `datetime` do. */
  time: z.boolean().optional(),
  /** In the cells of a list stands this before a letter that is meant as such, and before the item `null`. */
  listEscape: z.literal('\\').optional(),
  /** In an export: the concept that the column came from. For readers; an import ignores it. */
  origin: z.looseObject({}).optional(),
});

const missingText = z.union([z.string(), z.number()]).transform(String);
const missingValue = z.union([
  missingText,
  z.looseObject({ value: missingText, label: z.string().optional() }),
]);

const bound = z.union([z.string(), z.number()]);
const length = z.number().int().min(0);

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
      minimum: bound.optional(),
      maximum: bound.optional(),
      exclusiveMinimum: bound.optional(),
      exclusiveMaximum: bound.optional(),
      pattern: z.string().optional(),
      minLength: length.optional(),
      maxLength: length.optional(),
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

export const packageFieldsMatch = z.enum(['exact', 'equal', 'subset', 'superset', 'partial']);

export const packageSchema = z.looseObject({
  fields: z.array(packageField),
  primaryKey: fieldNames.optional(),
  foreignKeys: z.array(packageForeignKey).optional(),
  missingValues: z.array(missingValue).optional(),
  fieldsMatch: z.union([packageFieldsMatch, z.array(packageFieldsMatch).length(1)]).optional(),
});

const rowNumber = z.number().int().min(1);

export const packageDialect = z.looseObject({
  delimiter: z.string().optional(),
  lineTerminator: z.string().optional(),
  /** Null: quotes are ordinary characters. */
  quoteChar: z.string().nullable().optional(),
  doubleQuote: z.boolean().optional(),
  escapeChar: z.string().nullable().optional(),
  nullSequence: z.string().nullable().optional(),
  skipInitialSpace: z.boolean().optional(),
  header: z.boolean().optional(),
  headerRows: z.array(rowNumber).min(1).optional(),
  headerJoin: z.string().optional(),
  commentRows: z.array(rowNumber).optional(),
  commentChar: z.string().nullable().optional(),
});

export type PackageDialect = z.infer<typeof packageDialect>;

export const packageResource = z.looseObject({
  name: z.string().min(1),
  title: z.string().optional(),
  description: z.string().optional(),
  path: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  mediatype: z.string().optional(),
  encoding: z.string().optional(),
  dialect: packageDialect.optional(),
  schema: packageSchema.optional(),
  atrium: z
    .strictObject({
      titlePlural: z.string().optional(),
      event: z.strictObject({ start: z.string(), end: z.string().optional() }).optional(),
      load: z.boolean().optional(),
      /** The field that says which records are present, and its values that mean absent; null is "no value". */
      polarity: z
        .strictObject({
          field: z.string(),
          absent: z.array(z.union([z.string(), z.boolean(), z.null()])).min(1),
        })
        .optional(),
      /** Stands before cells of CSV that a spreadsheet would run as a formula. */
      formulaPrefix: z.literal("'").optional(),
    })
    .optional(),
});
export type PackageResource = z.infer<typeof packageResource>;

const packageTerm = z.strictObject({
  code: z.string().min(1),
  label: z.string(),
  parents: z.array(z.string()).optional(),
});

/** An ontology inside the descriptor. */
export const inlineOntology = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  version: z.string().optional(),
  terms: z.array(packageTerm),
});
export type InlineOntology = z.infer<typeof inlineOntology>;

/** A file with its format, or terms; which of them, the check of the package says. */
export const packageOntology = inlineOntology.partial({ terms: true }).extend({
  path: z.string().optional(),
  format: z.enum(['obo', 'obographs']).optional(),
});
export type PackageOntology = z.infer<typeof packageOntology>;

export const packageCategory = z.strictObject({
  id: z.string().min(1),
  title: z.string().optional(),
  parent: z.string().optional(),
});

/** Dataset settings that a package proposes and a steward may change later. */
export const datasetSettings = z.strictObject({
  smallCountThreshold: z.number().int().min(0).optional(),
  /** How many subjects must differ at least before members who see aggregates only get a new release; 0: any. */
  leastChange: z.number().int().min(0).optional(),
  siteTitle: z.string().optional(),
  logo: z.string().optional(),
  headerLinks: z.record(z.string(), linkAddress).optional(),
  contactEmail: z.string().optional(),
  /** False removes the dataset from the lists of people who may not open it. */
  listed: z.boolean().optional(),
  /** Ids of the concepts that the overview of a cohort draws, in this order. */
  overviewConcepts: z.array(z.string()).max(6).optional(),
  /** A membership ends, and is granted or renewed for this many days at most. */
  maxMembershipDays: z.number().int().min(1).max(36_500).optional(),
  /** Rows that one account may take of the dataset on a day. */
  exportRowsPerDay: z.number().int().min(1).optional(),
  /** What the public reads of the dataset; without it strangers find no page of it (rule 14.69). */
  publicRecord: publicRecord.optional(),
  autoMembership: z
    .strictObject({
      level: z.enum(['phi', 'deid', 'agg']),
      ...grantableRights.partial().shape,
      canViewSubjectDetails: z.boolean().optional(),
      /** Names of permission groups of the dataset. */
      groups: z.array(z.string()).optional(),
    })
    .optional(),
  /** Who becomes a member by visas of a passport (rule 8.40). */
  visaMemberships: z.array(visaMembership).max(50).optional(),
});
export type DatasetSettings = z.infer<typeof datasetSettings>;

/** Settings that were checked when they were given, perhaps by an earlier version that took any link. */
export const storedSettings = datasetSettings.extend({
  headerLinks: z.record(z.string(), z.string()).optional(),
});

/**
 * The properties of subjects of which public figures are made; `trio` counts for probands only, and so do `trioGenomes` and
 * `trioExomes`: the proband and both parents have that sequencing.
 */
export const metricTraits = [
  'proband',
  'trio',
  'genomes',
  'exomes',
  'mips',
  'inDbgap',
  'dbgapPublished',
  'dbgapSubmitted',
  'asian',
  'black',
  'hispanic',
  'white',
  'mixed',
  'missing',
  'native',
  'indian',
  'male',
  'trioGenomes',
  'trioExomes',
] as const;
export type MetricTrait = (typeof metricTraits)[number];

/** A subject has the trait when a record of it has one of the values; null is "no value". */
const metricTrait = z.strictObject({
  concept: z.string(),
  values: z.array(z.union([z.string(), z.boolean(), z.null()])).min(1),
});

/** When a part of the data was updated, by a key that ends in an underscore and a word, as `whole_genomes_updated`. */
export const dataUpdates = z.record(
  z
    .string()
    .regex(/^[a-z0-9]+(_[a-z0-9]+)+$/, 'must be words in small letters joined by _, as exomes_updated'),
  z.iso.date(),
);

/** Which concepts the public figures of the dataset are made of (rule 14.7). */
export const packageMetrics = z.strictObject({
  traits: z.partialRecord(z.enum(metricTraits), metricTrait).default({}),
  updated: dataUpdates.default({}),
});
export type PackageMetrics = z.output<typeof packageMetrics>;

/** What subjects agreed to: a field of the root that holds codes, or the same codes for everybody (rule 1.25). */
export const packageDataUse = z
  .strictObject({
    field: z.string().optional(),
    codes: z.string().optional(),
    titles: z.record(z.string(), z.string().min(1).max(200)).default({}),
    aggregates: purpose.optional(),
  })
  .refine(({ field, codes }) => (field === undefined) !== (codes === undefined), {
    message: 'must name a field, or codes, and not both',
  });

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
      /** Fields of the root that say who is who in a family, and the words of the roles. */
      families: z
        .strictObject({
          field: z.string(),
          role: z.string(),
          proband: z.string(),
          mother: z.string(),
          father: z.string(),
          /** The word of a brother or sister of the proband, of the same mother and father. */
          sibling: z.string().optional(),
        })
        .optional(),
      metrics: packageMetrics.optional(),
      dataUse: packageDataUse.optional(),
    })
    .optional(),
});
export type DataPackage = z.infer<typeof dataPackage>;

/** People who have all of these traits; none: everybody (rule 14.7). */
export type MetricGroup = readonly MetricTrait[];

const rank = (trait: MetricTrait): number => metricTraits.indexOf(trait);

/** The name of a group, the same for each order of its traits, as `proband+genomes`; `all` for everybody. */
export const metricGroupKey = (group: MetricGroup): string =>
  group.length === 0 ? 'all' : [...new Set(group)].sort((a, b) => rank(a) - rank(b)).join('+');

/** The group of a name; undefined where it has a word that is no trait. */
export function metricGroupOf(key: string): MetricGroup | undefined {
  if (key === 'all') return [];
  const words = key.split('+');
  const traits = words.flatMap((word) => metricTraits.filter((trait) => trait === word));
  return traits.length === words.length ? traits : undefined;
}
