/** A message as JSON holds it, its names in camel case. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export type Message = { readonly [key: string]: Json };

export const isMessage = (value: Json | undefined): value is Message =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Why a value is not what the schema of phenopackets says, and where. */
export class MessageFault extends Error {
  override readonly name = 'MessageFault';
}

const camel = (name: string): string =>
  name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The JSON of protobuf messages may have names in camel case or as in the schema, with `_`. */
export function withCamelNames(value: Json): Json {
  if (Array.isArray(value)) return value.map(withCamelNames);
  if (!isMessage(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [camel(name), withCamelNames(one)]));
}

/** An element of a list with where it stands and the elements that hold it, the nearest first. */
export interface Element {
  readonly message: Message;
  readonly path: string;
  readonly around: readonly Element[];
}

/** The elements of lists at a path as `interpretations[].diagnosis.genomicInterpretations[]`. */
export function elementsAt(start: Element, path: string): readonly Element[] {
  const [first = '', ...rest] = path.split('[].');
  const list = valueAt(start, first.replace(/\[\]$/, ''));
  if (list === undefined || list === null) return [];
  const where = `${prefixOf(start)}${first.replace(/\[\]$/, '')}`;
  if (!Array.isArray(list)) throw new MessageFault(`${where}: must be a list`);
  return list.flatMap((message: Json, index) => {
    const own = `${where}[${index}]`;
    if (!isMessage(message)) throw new MessageFault(`${own}: must be an object`);
    const element = { message, path: own, around: [start, ...start.around] };
    return rest.length === 0 ? [element] : elementsAt(element, rest.join('[].'));
  });
}

const prefixOf = ({ path }: Element): string => (path === '' ? '' : `${path}.`);

const stepsOf = new Map<string, readonly string[]>();

function splitOnce(path: string): readonly string[] {
  const known = stepsOf.get(path);
  if (known !== undefined) return known;
  const steps = path.split('.');
  stepsOf.set(path, steps);
  return steps;
}

function valueAt(element: Element, path: string): Json | undefined {
  let value: Json | undefined = element.message;
  const steps = splitOnce(path);
  for (const [index, name] of steps.entries()) {
    if (value === undefined || value === null) return undefined;
    if (!isMessage(value))
      throw new MessageFault(`${prefixOf(element)}${steps.slice(0, index).join('.')}: must be an object`);
    value = value[name];
  }
  return value;
}

const none: readonly string[] = [];

/**
 * The texts at a path: `type.id`, `modifiers[].id`, or `^diagnosis.disease.id` in the element around; none where there is
 * no value. Throws MessageFault where a message stands in place of a value.
 */
export function textsAt(element: Element, path: string): readonly string[] {
  if (path.startsWith('^')) {
    const [outer] = element.around;
    return outer === undefined ? none : textsAt(outer, path.slice(1));
  }
  const cut = path.lastIndexOf('[]');
  if (cut === -1) {
    const found = valueAt(element, path);
    return found === undefined ? none : textOf(found, () => `${prefixOf(element)}${path}`);
  }
  const [list, field] = [path.slice(0, cut), path.slice(cut + 3)];
  if (field !== '') return elementsAt(element, `${list}[]`).flatMap((one) => textsAt(one, field));
  const found = valueAt(element, list);
  if (found === undefined || found === null) return none;
  if (!Array.isArray(found)) throw new MessageFault(`${prefixOf(element)}${list}: must be a list`);
  return found.flatMap((one: Json, index) => textOf(one, () => `${prefixOf(element)}${list}[${index}]`));
}

function textOf(value: Json, where: () => string): readonly string[] {
  if (value === null || value === '') return none;
  if (typeof value === 'object') throw new MessageFault(`${where()}: must be a text, a number or a boolean`);
  return [String(value)];
}

/** What a message holds, by paths without indices: elements of lists, and values. */
export interface Contents {
  readonly elements: ReadonlyMap<string, number>;
  readonly values: ReadonlyMap<string, number>;
}

/** Walks a message without knowing any field, to count it a second time (rule 10.20). */
export function contentsOf(message: Message): Contents {
  const elements = new Map<string, number>();
  const values = new Map<string, number>();
  const add = (counts: Map<string, number>, path: string) => counts.set(path, (counts.get(path) ?? 0) + 1);
  const walkList = (list: readonly Json[], path: string): void => {
    for (const one of list) {
      if (isMessage(one)) add(elements, path);
      walk(one, path);
    }
  };
  const walk = (value: Json, path: string): void => {
    if (Array.isArray(value)) walkList(value, `${path}[]`);
    else if (isMessage(value))
      for (const [name, one] of Object.entries(value)) walk(one, path === '' ? name : `${path}.${name}`);
    else if (value !== null && value !== '') add(values, path);
  };
  walk(message, '');
  return { elements, values };
}
