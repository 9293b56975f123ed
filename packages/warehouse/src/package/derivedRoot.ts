import { z } from 'zod';

/** `atrium.root` of a package without a table of subjects: they are the distinct values of a field. */
const derivedRoot = z.strictObject({
  resource: z.string().min(1),
  field: z.string().min(1),
  /** The name of the collection of subjects. */
  name: z.string().min(1).default('subject'),
  title: z.string().optional(),
});
type DerivedRoot = z.output<typeof derivedRoot>;

type Json = Readonly<Record<string, unknown>>;

export interface ExpandedRoot {
  readonly document: Json;
  /** The resource whose rows the root has; only the first of each subject is kept. */
  readonly rootDerivedFrom: string | null;
  readonly problems: readonly string[];
}

/**
 * Makes a resource of its own of a root that is derived from a field (rule 10.16): it is loaded from the files of the
 * resource, and foreign keys to the field lead to it. A descriptor whose root is a name stays as it is.
 */
export function expandRoot(document: Json): ExpandedRoot {
  const atrium = document['atrium'];
  if (!isRecord(atrium) || !isRecord(atrium['root']))
    return { document, rootDerivedFrom: null, problems: [] };
  const refused = (problem: string): ExpandedRoot => {
    const { root: _root, ...rest } = atrium;
    return {
      document: { ...document, atrium: rest },
      rootDerivedFrom: null,
      problems: [`package, atrium: ${problem}`],
    };
  };
  const parsed = derivedRoot.safeParse(atrium['root']);
  if (!parsed.success)
    return refused(
      'the root must be the name of a resource, or {resource, field} with a name and a title if you like',
    );
  const root = parsed.data;
  const resources = recordsOf(document['resources']);
  const source = resources.find((resource) => resource['name'] === root.resource);
  if (source === undefined)
    return refused(`the root is derived from the resource "${root.resource}", which does not exist`);
  if (!fieldsOf(source).some((field) => field['name'] === root.field))
    return refused(
      `the root is derived from the field "${root.field}", which ${root.resource} does not have`,
    );
  return {
    document: {
      ...document,
      atrium: { ...atrium, root: root.name },
      resources: [
        rootOf(source, root),
        ...resources.map((resource) =>
          withLinks(resource === source ? withKey(source, root) : resource, root),
        ),
      ],
    },
    rootDerivedFrom: root.resource,
    problems: [],
  };
}

/** The root has the field of the subjects, and the other columns of the files without publishing them. */
function rootOf(source: Json, { field, name, title }: DerivedRoot): Json {
  const { atrium: _atrium, title: _title, description: _description, schema, ...files } = source;
  const fields = fieldsOf(source).map((one) =>
    one['name'] === field ? one : { name: one['name'], atrium: { publish: false } },
  );
  return {
    ...files,
    name,
    ...(title === undefined ? {} : { title }),
    schema: { ...(isRecord(schema) ? schema : {}), fields, primaryKey: [field], foreignKeys: [] },
  };
}

/** The resource that the root is derived from: its field is a link now, and the concept is the root's. */
function withKey(source: Json, { resource, field }: DerivedRoot): Json {
  const schema = isRecord(source['schema']) ? source['schema'] : {};
  const key = { fields: [field], reference: { resource, fields: [field] } };
  const fields = fieldsOf(source).map((one) => {
    const { atrium: _atrium, ...plain } = one;
    return one['name'] === field ? { ...plain, atrium: { publish: false } } : one;
  });
  return {
    ...source,
    schema: { ...schema, fields, foreignKeys: [...recordsOf(schema['foreignKeys']), key] },
  };
}

/** Foreign keys to the field lead to the root. */
function withLinks(resource: Json, { resource: from, field, name }: DerivedRoot): Json {
  const { schema } = resource;
  if (!isRecord(schema) || schema['foreignKeys'] === undefined) return resource;
  const foreignKeys = recordsOf(schema['foreignKeys']).map((key) => {
    const { reference } = key;
    if (!isRecord(reference)) return key;
    const target = reference['resource'] === undefined ? resource['name'] : reference['resource'];
    const leadsToField = target === from && [reference['fields']].flat().join() === field;
    return leadsToField ? { ...key, reference: { ...reference, resource: name } } : key;
  });
  return { ...resource, schema: { ...schema, foreignKeys } };
}

const fieldsOf = ({ schema }: Json): readonly Json[] => (isRecord(schema) ? recordsOf(schema['fields']) : []);

const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
