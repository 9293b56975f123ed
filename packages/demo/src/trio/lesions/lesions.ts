import { z } from 'zod';
import { dataFile } from '../../package/dataFile.ts';
import { consequences, lesionGroups, operationClasses, organSystems } from '../dictionary/choices.ts';
import { echoMeasures } from './echoMeasures.ts';

const share = z.number().min(0).max(1);
const shares = z.array(z.tuple([z.string(), z.number()]));
const range = z.tuple([z.number(), z.number()]);

const load = <Parsed>(name: string, form: z.ZodType<Parsed>): Parsed =>
  form.parse(JSON.parse(dataFile(name)));

/** A heart operation: minutes on bypass (null without), and shares of deaths and of complications. */
export type Procedure = z.infer<typeof procedure>;
const procedure = z.strictObject({
  name: z.string(),
  class: z.enum(operationClasses),
  bypass: range.nullable(),
  mortality: share,
  complications: share,
});

/** Every procedure of the demo, in the order in which the dictionary shows them. */
export const procedures: readonly Procedure[] = load('procedures.json', z.array(procedure));

const proceduresByName = new Map(procedures.map((one) => [one.name, one]));

/** A name that another file uses; one that is not there is a mistake in this package and throws. */
const named = <Thing>(things: ReadonlyMap<string, Thing>, name: string): Thing => {
  const thing = things.get(name);
  if (thing === undefined) throw new Error(`the data of the demo have no "${name}"`);
  return thing;
};

const procedureNamed = z.string().transform((name) => named(proceduresByName, name));

/** A step of surgical care: one of the options, for that share of those whom an earlier step has prepared. */
const stage = z.strictObject({
  options: z.array(z.tuple([procedureNamed, z.number()])),
  share,
  /** At least one of these must have been done before; empty: no condition. */
  after: z.array(procedureNamed),
  /** Age in days, the early part of the range more likely. */
  age: range,
});

export type Course = readonly z.infer<typeof stage>[];

const courses = new Map(Object.entries(load('courses.json', z.record(z.string(), z.array(stage)))));

/** A finding, and the share of persons who have it. */
export type FindingChance = z.infer<typeof findingChance>;
const findingChance = z.strictObject({ name: z.string(), system: z.enum(organSystems), share });

/** A recognised syndrome: the finding that names it, what else it brings, and its cause in the genome. */
export type Syndrome = z.infer<typeof syndrome>;
const syndrome = z.strictObject({
  finding: findingChance,
  others: z.array(findingChance),
  /** The gene or copy number change behind it; null when the cause is a whole chromosome or unknown. */
  cause: z.strictObject({ gene: z.string(), consequence: z.enum(consequences), share }).nullable(),
  /** Mean birth weight as a share of the usual one. */
  birthWeight: z.number(),
});

const { syndromes: loaded, ...others } = load(
  'syndromes.json',
  z.strictObject({
    syndromes: z.record(z.string(), syndrome),
    sporadicFindings: z.array(findingChance),
  }),
);

/** Findings seen in any proband, syndrome or not. */
export const sporadicFindings: readonly FindingChance[] = others.sporadicFindings;

const syndromes = new Map(Object.entries(loaded));

export const syndromeNamed = (name: string): Syndrome => named(syndromes, name);

/** What a main lesion brings with it. Lesions are named as in the ontology. */
export type LesionProfile = z.infer<typeof lesionProfile>;
const lesionProfile = z.strictObject({
  group: z.enum(lesionGroups),
  /** Relative frequency among probands. */
  weight: z.number(),
  /** The exact lesion, by weight. */
  primary: shares,
  /** Further lesions, each with its own share. */
  associated: shares,
  syndromes: z.array(z.tuple([z.string().refine((name) => syndromes.has(name)), share])),
  course: z.string().transform((name) => named(courses, name)),
  /** Share found before birth. */
  prenatal: share,
  male: share,
  /** Weights of mild, moderate, severe and critical. */
  severity: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  /** Share that dies of late causes during follow-up. */
  lateDeaths: share,
  /** Oldest age at enrolment in years: severe lesions had no survivors before their operation was invented. */
  eldest: z.number(),
  /** Shifts of echo measures in deviations. */
  echo: z.partialRecord(z.enum(echoMeasures.map(({ name }) => name)), z.number()),
});

/** Every main lesion with its frequency among probands: a surgical consortium's mix, not the population's. */
export const lesionProfiles: readonly (readonly [LesionProfile, number])[] = load(
  'lesions.json',
  z.array(lesionProfile),
).map((profile) => [profile, profile.weight]);
