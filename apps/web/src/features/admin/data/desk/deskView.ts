import { conceptType } from '@atrium/contract/documents/dataPackage';
import type { DraftDecisions, Visibility } from '@atrium/contract/documents/draftDecisions';
import type { ColumnInReading, Draft, FileInReading } from '@atrium/contract/wire/draft';
import { z } from 'zod';
import { kindOf, type ReadingKind } from './readingForm.ts';

const names = z.union([z.string(), z.array(z.string())]);
const extras = z.looseObject({}).optional();
const descriptorForm = z.looseObject({
  name: z.string().catch(''),
  title: z.string().catch(''),
  atrium: z
    .looseObject({
      root: z.union([z.string(), z.object({ resource: z.string(), field: z.string() })]).optional(),
    })
    .optional(),
  resources: z
    .array(
      z.looseObject({
        name: z.string(),
        title: z.string().catch(''),
        path: names.optional(),
        atrium: extras,
        schema: z
          .looseObject({
            fields: z
              .array(
                z.looseObject({
                  name: z.string(),
                  title: z.string().catch(''),
                  type: z.string().optional(),
                  atrium: extras,
                }),
              )
              .catch([]),
            primaryKey: names.optional(),
            foreignKeys: z
              .array(
                z.looseObject({
                  fields: names,
                  reference: z.looseObject({ resource: z.string().catch(''), fields: names }),
                }),
              )
              .optional(),
          })
          .optional(),
      }),
    )
    .catch([]),
});
type Resource = z.infer<typeof descriptorForm>['resources'][number];

export interface DeskField {
  readonly name: string;
  readonly title: string;
  /** How its values are read; null for codes of an ontology, which stay such. */
  readonly kind: ReadingKind | null;
  readonly isKey: boolean;
  /** `table.column` that its values name; empty for none. */
  readonly leadsTo: string;
  readonly seenBy: Visibility;
  /** Null where the files are not read as texts, as what an importer made. */
  readonly column: ColumnInReading | null;
}

export interface DeskTable {
  readonly name: string;
  readonly title: string;
  /** The first of its files. */
  readonly file: string;
  readonly isLoaded: boolean;
  readonly fields: readonly DeskField[];
  readonly reading: FileInReading | null;
}

/** What the desk shows: the description, and over it what was decided and has not been saved yet. */
export interface DeskView {
  readonly name: string;
  readonly title: string;
  /** The name of the root; `table.column` where the subjects are the values of a column. */
  readonly root: string;
  readonly isRootDerived: boolean;
  readonly tables: readonly DeskTable[];
}

const listOf = (given: string | readonly string[] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? []);

export function viewOf({ descriptor, readings }: Draft, decisions: DraftDecisions): DeskView {
  const given = descriptorForm.parse(descriptor);
  const root = given.atrium?.root;
  const named = typeof root === 'object' ? `${root.resource}.${root.field}` : (root ?? '');
  return {
    name: decisions.name ?? given.name,
    title: decisions.title ?? given.title,
    root: decisions.root ?? named,
    isRootDerived: typeof root === 'object' && decisions.root === undefined,
    tables: given.resources.map((resource) => viewTable(resource, { readings, decisions })),
  };
}

interface Context {
  readonly readings: readonly FileInReading[];
  readonly decisions: DraftDecisions;
}

function viewTable(resource: Resource, { readings, decisions }: Context): DeskTable {
  const [file = ''] = listOf(resource.path);
  const decided = decisions.tables?.[resource.name] ?? {};
  const reading = readings.find(({ paths }) => paths[0] === file) ?? null;
  const { schema } = resource;
  const key = decided.key === undefined ? listOf(schema?.primaryKey)[0] : decided.key;
  return {
    name: resource.name,
    title: decided.title ?? resource.title,
    file,
    isLoaded: decided.isLoaded ?? resource.atrium?.['load'] !== false,
    reading,
    fields: (schema?.fields ?? []).map(({ name, title, type, atrium }) => {
      const link = schema?.foreignKeys?.find(({ fields }) => listOf(fields).join() === name)?.reference;
      const own = decided.columns?.[name] ?? {};
      return {
        name,
        title: own.title ?? title,
        kind: kindOfField(type, atrium),
        isKey: key === name,
        leadsTo: own.leadsTo ?? (link === undefined ? '' : `${link.resource}.${listOf(link.fields).join()}`),
        seenBy: own.seenBy ?? visibilityOf(atrium ?? {}),
        column: reading?.columns.find((one) => one.name === name) ?? null,
      };
    }),
  };
}

const fieldExtras = z.object({
  type: conceptType.optional().catch(undefined),
  unit: z.string().optional().catch(undefined),
});

function kindOfField(type: string | undefined, atrium: unknown): ReadingKind | null {
  const extras = fieldExtras.catch({}).parse(atrium);
  return extras.type === 'ontology' ? null : kindOf({ type, atrium: extras });
}

function visibilityOf(atrium: Readonly<Record<string, unknown>>): Visibility {
  if (atrium['publish'] === false) return 'nobody';
  if (atrium['phi'] === true) return 'phi';
  return atrium['aggregatable'] === false ? 'deid' : 'agg';
}

export type Guess = Draft['guesses'][number];
export const guessesOf = ({ guesses }: Draft, about: string): readonly Guess[] =>
  guesses.filter((guess) => guess.about === about);
