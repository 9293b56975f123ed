import { dataPackage } from '@atrium/contract/documents/dataPackage';
import type { ConceptEdit, DictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { expandRoot } from './derivedRoot.ts';
import type { NamedTable } from './describedTable.ts';
import { describePackage } from './describePackage.ts';

type Json = Readonly<Record<string, unknown>>;

/** Where the descriptor says something about a concept. */
interface Location {
  readonly resource: string;
  readonly field: string;
}

/**
 * The descriptor of a package with the edits of its dictionary, as a new version of the package would say them (rule
 * 15.46). What a package cannot say is left out: the order of concepts over several tables, and plurals of concepts.
 * Throws where it is no descriptor.
 */
export function editDescriptor(written: unknown, edits: DictionaryEdits): Json {
  if (!isRecord(written)) throw new Error('The descriptor is not an object.');
  const tables = describePackage(dataPackage.parse(expandRoot(written).document)).all;
  const locations = locate(tables, written);
  const byResource = new Map<string, Map<string, ConceptEdit>>();
  for (const [id, edit] of Object.entries(edits.concepts)) {
    const location = locations.get(id);
    if (location === undefined) continue;
    const ofResource = byResource.get(location.resource) ?? new Map<string, ConceptEdit>();
    byResource.set(location.resource, ofResource.set(location.field, edit));
  }
  const fieldOf = (conceptId: string): string => locations.get(conceptId)?.field ?? conceptId;
  return {
    ...written,
    ...editAtrium(written, edits),
    resources: recordsOf(written['resources']).map((resource) =>
      editResource(resource, {
        edits,
        fields: byResource.get(String(resource['name'])) ?? new Map(),
        fieldOf,
      }),
    ),
  };
}

/** A concept of a root that is derived from a field stands where that field does. */
function locate(tables: readonly NamedTable[], written: Json): ReadonlyMap<string, Location> {
  const names = new Set(recordsOf(written['resources']).map(({ name }) => name));
  const atrium = written['atrium'];
  const root = isRecord(atrium) ? atrium['root'] : undefined;
  const derivedFrom = isRecord(root) ? String(root['resource']) : null;
  return new Map(
    tables.flatMap(({ name, fields }) =>
      fields.map(({ conceptId, name: field }): [string, Location] => [
        conceptId,
        { resource: names.has(name) || derivedFrom === null ? name : derivedFrom, field },
      ]),
    ),
  );
}

function editAtrium(written: Json, { categories }: DictionaryEdits): Json {
  if (categories === null) return {};
  const atrium = isRecord(written['atrium']) ? written['atrium'] : {};
  const texts = categories.map(({ id, title, parent }) => ({
    id,
    title,
    ...(parent === null ? {} : { parent }),
  }));
  return { atrium: { ...atrium, categories: texts } };
}

interface ResourceEdits {
  readonly edits: DictionaryEdits;
  readonly fields: ReadonlyMap<string, ConceptEdit>;
  readonly fieldOf: (conceptId: string) => string;
}

function editResource(resource: Json, { edits, fields, fieldOf }: ResourceEdits): Json {
  const { title, titlePlural, description } = edits.collections[String(resource['name'])] ?? {};
  const { schema } = resource;
  return {
    ...resource,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(titlePlural === undefined
      ? {}
      : { atrium: { ...(isRecord(resource['atrium']) ? resource['atrium'] : {}), titlePlural } }),
    ...(isRecord(schema) && fields.size > 0
      ? {
          schema: {
            ...schema,
            fields: recordsOf(schema['fields']).map((field) => {
              const edit = fields.get(String(field['name']));
              return edit === undefined ? field : editField(field, edit, fieldOf);
            }),
          },
        }
      : {}),
  };
}

function editField(field: Json, edit: ConceptEdit, fieldOf: (conceptId: string) => string): Json {
  const { title, description, category, uses, hasPhi, isAggregatable, isPublished, prefilter } = edit;
  const before = isRecord(field['atrium']) ? field['atrium'] : {};
  const atrium = withoutNulls({
    ...before,
    ...(category === undefined ? {} : { category }),
    ...(uses === undefined ? {} : { uses }),
    ...(hasPhi === undefined ? {} : { phi: hasPhi }),
    ...(isAggregatable === undefined ? {} : { aggregatable: isAggregatable }),
    ...(isPublished === undefined ? {} : { publish: isPublished }),
    ...(prefilter === undefined
      ? {}
      : {
          prefilter: prefilter && { field: fieldOf(prefilter.conceptId), mode: prefilter.mode },
        }),
  });
  return {
    ...field,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    ...(Object.keys(atrium).length === 0 ? {} : { atrium }),
  };
}

const withoutNulls = (given: Json): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
