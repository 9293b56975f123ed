type Json = { readonly [key: string]: unknown };

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const recordsOf = (value: unknown): readonly Json[] => (Array.isArray(value) ? value.filter(isRecord) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const listOf = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? value.map(String) : [];

/** How values of a column may be read; each says the properties of its field. */
export const typeChoices = [
  ['text', { type: 'string', atrium: { type: 'text' } }],
  ['category', { type: 'string', atrium: { type: 'category' } }],
  ['integer', { type: 'integer' }],
  ['number', { type: 'number' }],
  ['number_words', { type: 'number', atrium: { type: 'number_with_categories' } }],
  ['boolean', { type: 'boolean' }],
  ['date', { type: 'date' }],
  ['datetime', { type: 'datetime' }],
  ['year', { type: 'year' }],
  ['age_days', { type: 'integer', atrium: { type: 'age', unit: 'days' } }],
  ['age_years', { type: 'number', atrium: { type: 'age', unit: 'years' } }],
  ['duration', { type: 'duration' }],
  ['list', { type: 'list' }],
  ['ontology', { type: 'string', atrium: { type: 'ontology' } }],
] as const satisfies readonly (readonly [string, Json])[];
export type TypeChoice = (typeof typeChoices)[number][0];

/** Types that may have a unit. */
const measured: ReadonlySet<TypeChoice> = new Set(['integer', 'number', 'number_words']);

export interface DraftField {
  readonly name: string;
  readonly title: string;
  readonly type: TypeChoice;
  /** Types that it may get; codes need an ontology, which the page cannot choose. */
  readonly choices: readonly TypeChoice[];
  /** Of a number; null where the type has none. */
  readonly unit: string | null;
  readonly isKey: boolean;
  /** `table.column` that its values name; empty for none. */
  readonly leadsTo: string;
  readonly isProtected: boolean;
  readonly isPublished: boolean;
}

export interface DraftTable {
  readonly name: string;
  readonly title: string;
  readonly path: string;
  readonly isLoaded: boolean;
  readonly fields: readonly DraftField[];
}

/** What the page shows of a descriptor. */
export interface DraftView {
  readonly name: string;
  readonly title: string;
  /** The name of the root; `table.column` where the subjects are the values of a column. */
  readonly root: string;
  readonly isRootDerived: boolean;
  readonly tables: readonly DraftTable[];
}

export function viewOf(descriptor: unknown): DraftView {
  const given = isRecord(descriptor) ? descriptor : {};
  const atrium = isRecord(given['atrium']) ? given['atrium'] : {};
  const { root } = atrium;
  return {
    name: textOf(given['name']),
    title: textOf(given['title']),
    root: isRecord(root) ? `${textOf(root['resource'])}.${textOf(root['field'])}` : textOf(root),
    isRootDerived: isRecord(root),
    tables: recordsOf(given['resources']).map(viewTable),
  };
}

function viewTable(resource: Json): DraftTable {
  const schema = isRecord(resource['schema']) ? resource['schema'] : {};
  const keys = listOf(schema['primaryKey']);
  const links = recordsOf(schema['foreignKeys']);
  const extras = isRecord(resource['atrium']) ? resource['atrium'] : {};
  return {
    name: textOf(resource['name']),
    title: textOf(resource['title']),
    path: listOf(resource['path']).join(', '),
    isLoaded: extras['load'] !== false,
    fields: recordsOf(schema['fields']).map((field) => {
      const atriumProperties = isRecord(field['atrium']) ? field['atrium'] : {};
      const name = textOf(field['name']);
      const link = links.find(({ fields }) => listOf(fields).join() === name);
      const reference = link !== undefined && isRecord(link['reference']) ? link['reference'] : undefined;
      return {
        name,
        title: textOf(field['title']),
        type: typeOf(field),
        choices: typeChoices
          .map(([choice]) => choice)
          .filter((choice) => choice !== 'ontology' || atriumProperties['ontology'] !== undefined),
        unit: measured.has(typeOf(field)) ? textOf(atriumProperties['unit']) : null,
        isKey: keys.includes(name),
        leadsTo:
          reference === undefined
            ? ''
            : `${textOf(reference['resource'])}.${listOf(reference['fields']).join()}`,
        isProtected: atriumProperties['phi'] === true,
        isPublished: atriumProperties['publish'] !== false,
      };
    }),
  };
}

function typeOf(field: Json): TypeChoice {
  const atriumProperties = isRecord(field['atrium']) ? field['atrium'] : {};
  const type = textOf(field['type']) || 'string';
  if (type === 'list') return 'list';
  if (atriumProperties['type'] === 'age')
    return atriumProperties['unit'] === 'years' ? 'age_years' : 'age_days';
  if (atriumProperties['type'] === 'number_with_categories') return 'number_words';
  if (atriumProperties['ontology'] !== undefined && (atriumProperties['type'] ?? 'ontology') === 'ontology')
    return 'ontology';
  if (atriumProperties['type'] === 'category' || field['categories'] !== undefined) return 'category';
  const known = typeChoices.find(([choice]) => choice === type);
  return known === undefined ? 'text' : known[0];
}

export type DescriptorChange =
  | { readonly kind: 'name' | 'title'; readonly text: string }
  | { readonly kind: 'root'; readonly table: string }
  | { readonly kind: 'table'; readonly table: string; readonly to: { title?: string; isLoaded?: boolean } }
  | {
      readonly kind: 'field';
      readonly table: string;
      readonly field: string;
      readonly to: Partial<Omit<DraftField, 'name'>>;
    };

/** The descriptor with one correction; everything that the page does not show stays as it is. */
export function changeDescriptor(descriptor: unknown, change: DescriptorChange): Json {
  const given = isRecord(descriptor) ? descriptor : {};
  switch (change.kind) {
    case 'name':
    case 'title':
      return { ...given, [change.kind]: change.text };
    case 'root': {
      const atrium = isRecord(given['atrium']) ? given['atrium'] : {};
      return { ...given, atrium: { ...atrium, root: change.table } };
    }
    case 'table':
    case 'field':
      return {
        ...given,
        resources: recordsOf(given['resources']).map((resource) =>
          resource['name'] !== change.table
            ? resource
            : change.kind === 'table'
              ? changeTable(resource, change.to)
              : changeField(resource, change),
        ),
      };
  }
}

const withoutEmpty = (given: Json): Json =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== ''));

function changeTable(resource: Json, { title, isLoaded }: { title?: string; isLoaded?: boolean }): Json {
  const extras = isRecord(resource['atrium']) ? resource['atrium'] : {};
  return withoutEmpty({
    ...resource,
    ...(title === undefined ? {} : { title }),
    ...(isLoaded === undefined ? {} : { atrium: { ...extras, load: isLoaded } }),
  });
}

function changeField(
  resource: Json,
  { field: name, to }: Extract<DescriptorChange, { kind: 'field' }>,
): Json {
  const schema = isRecord(resource['schema']) ? resource['schema'] : {};
  const fields = recordsOf(schema['fields']).map((field) =>
    field['name'] === name ? withoutEmpty(corrected(field, to)) : field,
  );
  return {
    ...resource,
    schema: withoutEmpty({
      ...schema,
      fields,
      ...(to.isKey === undefined ? {} : { primaryKey: to.isKey ? [name] : undefined }),
      ...(to.leadsTo === undefined ? {} : { foreignKeys: linksWith(schema, name, to.leadsTo) }),
    }),
  };
}

function corrected(field: Json, to: Partial<Omit<DraftField, 'name'>>): Json {
  const typed = to.type === undefined ? field : withType(field, to.type);
  const atriumProperties = isRecord(typed['atrium']) ? typed['atrium'] : {};
  const atrium = withoutEmpty({
    ...atriumProperties,
    ...(to.unit === undefined ? {} : { unit: to.unit ?? undefined }),
    ...(to.isProtected === undefined ? {} : { phi: to.isProtected ? true : undefined }),
    ...(to.isPublished === undefined ? {} : { publish: to.isPublished ? undefined : false }),
  });
  return {
    ...typed,
    ...(to.title === undefined ? {} : { title: to.title }),
    atrium: Object.keys(atrium).length === 0 ? undefined : atrium,
  };
}

/** Another type has no format, categories, unit or ontology of the one before. */
function withType(field: Json, type: TypeChoice): Json {
  const { format: _format, categories: _categories, constraints: _constraints, atrium, ...rest } = field;
  const {
    type: _type,
    unit: _unit,
    ontology,
    codes: _codes,
    ...atriumProperties
  } = isRecord(atrium) ? atrium : {};
  const [, properties] = typeChoices.find(([choice]) => choice === type) ?? ['text', {}];
  const extras = 'atrium' in properties && isRecord(properties.atrium) ? properties.atrium : {};
  const kept = type === 'ontology' ? { ontology } : {};
  return { ...rest, ...properties, atrium: { ...atriumProperties, ...kept, ...extras } };
}

function linksWith(schema: Json, name: string, leadsTo: string): readonly Json[] | undefined {
  const others = recordsOf(schema['foreignKeys']).filter(({ fields }) => listOf(fields).join() !== name);
  const [resource = '', field = ''] = leadsTo.split('.');
  const own = leadsTo === '' ? [] : [{ fields: [name], reference: { resource, fields: [field] } }];
  const all = [...others, ...own];
  return all.length === 0 ? undefined : all;
}
