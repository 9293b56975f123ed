import type {
  ColumnDecision,
  DraftDecisions,
  TableDecision,
  Visibility,
} from '@atrium/contract/documents/draftDecisions';
import type { ColumnReading } from '@atrium/contract/documents/fileReading';
import { unreachable } from '@atrium/contract/errors/unreachable';
import { z } from 'zod';

const names = z.union([z.string(), z.array(z.string())]);
const extras = z.looseObject({});
const field = z.looseObject({ name: z.string(), atrium: extras.optional() });
const schema = z.looseObject({
  fields: z.array(field).default([]),
  primaryKey: names.optional(),
  foreignKeys: z.array(z.looseObject({ fields: names })).optional(),
});
const resource = z.looseObject({
  name: z.string(),
  path: names.optional(),
  schema: schema.optional(),
  atrium: extras.optional(),
});
const descriptor = z.looseObject({ atrium: extras.optional(), resources: z.array(resource) });

/** A descriptor as far as decisions are about it; everything else of it stays. */
export const decidedDescriptor = descriptor;
type Field = z.infer<typeof field>;
type Schema = z.infer<typeof schema>;
type Resource = z.infer<typeof resource>;

export const namesOf = (given: string | readonly string[] | undefined): readonly string[] =>
  typeof given === 'string' ? [given] : (given ?? []);

interface Decided {
  readonly decisions: DraftDecisions;
  /** Whether readings are still to be put into the fields, as where no file was described. */
  readonly withReadings: boolean;
}

/** The descriptor with what a person has decided; what was not decided stays as it was guessed. */
export function applyDecisions(given: unknown, { decisions, withReadings }: Decided): unknown {
  const read = descriptor.safeParse(given);
  if (!read.success) return given;
  const { name, title, root, tables = {}, readings = {} } = decisions;
  const { atrium, resources, ...rest } = read.data;
  return {
    ...rest,
    ...(name === undefined ? {} : { name }),
    ...titled(title),
    ...(root === undefined ? (atrium === undefined ? {} : { atrium }) : { atrium: { ...atrium, root } }),
    resources: resources.map((one) => {
      const decided = decideTable(one, tables[one.name]);
      const [first = ''] = namesOf(one.path);
      const columns = withReadings ? readings[first]?.columns : undefined;
      return columns === undefined ? decided : readAs(decided, columns);
    }),
  };
}

/** An empty title is none. */
const titled = (title: string | undefined) =>
  title === undefined ? {} : { title: title.trim() === '' ? undefined : title };

function decideTable(given: Resource, decision: TableDecision | undefined): Resource {
  if (decision === undefined) return given;
  const { title, isLoaded, key, columns = {} } = decision;
  const { schema: form = { fields: [] } } = given;
  return {
    ...given,
    ...titled(title),
    ...(isLoaded === undefined ? {} : { atrium: { ...given.atrium, load: isLoaded } }),
    schema: {
      ...form,
      fields: form.fields.map((one) => decideField(one, columns[one.name])),
      ...(key === undefined ? {} : { primaryKey: key === null ? undefined : [key] }),
      ...linksOf(form, columns),
    },
  };
}

function decideField(given: Field, decision: ColumnDecision | undefined): Field {
  if (decision === undefined) return given;
  const { title, seenBy } = decision;
  return { ...given, ...titled(title), ...(seenBy === undefined ? {} : closedTo(given, seenBy)) };
}

/** The properties of a field that only some may see. */
function closedTo({ atrium = {} }: Field, seenBy: Visibility): Pick<Field, 'atrium'> {
  const { phi: _phi, aggregatable: _aggregatable, publish: _publish, ...kept } = atrium;
  switch (seenBy) {
    case 'agg':
      return { atrium: kept };
    case 'deid':
      return { atrium: { ...kept, aggregatable: false } };
    case 'phi':
      return { atrium: { ...kept, phi: true, aggregatable: false } };
    case 'nobody':
      return { atrium: { ...kept, phi: true, aggregatable: false, publish: false } };
    default:
      return unreachable(seenBy);
  }
}

function linksOf({ foreignKeys = [] }: Schema, columns: Readonly<Record<string, ColumnDecision>>) {
  const changed = Object.entries(columns).flatMap(([column, { leadsTo }]) =>
    leadsTo === undefined ? [] : [{ column, leadsTo }],
  );
  if (changed.length === 0) return {};
  const kept = foreignKeys.filter(
    ({ fields }) => !changed.some(({ column }) => namesOf(fields).join() === column),
  );
  const added = changed.flatMap(({ column, leadsTo }) => {
    const [to = '', ...key] = leadsTo.split('.');
    return leadsTo === '' ? [] : [{ fields: [column], reference: { resource: to, fields: [key.join('.')] } }];
  });
  return { foreignKeys: [...kept, ...added] };
}

const readParts = ['type', 'format', 'itemType', 'delimiter', 'decimalChar', 'groupChar', 'missingValues'];
const readExtras = ['type', 'unit', 'formats', 'units', 'spellings', 'ontology', 'codes'];

/** The same properties but for some. */
export const without = (given: Readonly<Record<string, unknown>>, keys: readonly string[]) =>
  Object.fromEntries(Object.entries(given).filter(([key]) => !keys.includes(key)));

/** A type that was chosen takes the place of all that belonged to the one before. */
function readAs(given: Resource, columns: Readonly<Record<string, ColumnReading>>): Resource {
  const { schema: form = { fields: [] } } = given;
  const fields = form.fields.map((one) => {
    const reading = columns[one.name];
    if (reading === undefined) return one;
    const { atrium: of, ...properties } = reading;
    const { name, atrium = {}, ...rest } = one;
    return {
      name,
      ...without(rest, [...readParts, 'categories', 'constraints']),
      ...properties,
      atrium: { ...without(atrium, readExtras), ...of },
    };
  });
  return { ...given, schema: { ...form, fields } };
}
