import { crateVersions } from '@atrium/contract/wire/methods';
import { z } from 'zod';

const reference = z.object({ '@id': z.string() }).strict();
const entity = z.looseObject({ '@id': z.string(), '@type': z.string() });
type Entity = z.output<typeof entity>;
const profiles = crateVersions.map((version) => `https://w3id.org/ro/crate/${version}`);
const crateMetadata = z.object({
  '@context': z.literal(profiles.map((profile) => `${profile}/context`)),
  '@graph': z.array(entity),
});

const metadataFile = 'ro-crate-metadata.json';
const idOf = (value: unknown): string | undefined => reference.safeParse(value).data?.['@id'];

type Crate = Readonly<Record<string, string>>;
type Entities = ReadonlyMap<string, Entity>;

/** The errors of a crate by RO-Crate 1.3 or 1.1, as far as it describes files that are in it. */
export function crateFaults(crate: Crate): readonly string[] {
  const parsed = crateMetadata.safeParse(JSON.parse(crate[metadataFile] ?? 'null'));
  if (!parsed.success) return [parsed.error.message];
  const graph = parsed.data['@graph'];
  const entities: Entities = new Map(graph.map((one) => [one['@id'], one]));
  return [
    ...(entities.size < graph.length ? ['two entities have one id'] : []),
    ...descriptorFaults(entities.get(metadataFile), parsed.data['@context']),
    ...rootFaults(entities.get('./')),
    ...identifierFaults(entities, parsed.data['@context']),
    ...fileFaults(graph, crate, entities.get('./')),
    ...graph.flatMap((one) => linkFaults(one, entities)),
  ];
}

/** A text until 1.1; later an entity that says its value. */
function identifierFaults(entities: Entities, context: string): readonly string[] {
  const identifier = entities.get('./')?.['identifier'];
  if (context.includes('/1.1/'))
    return typeof identifier === 'string' ? [] : ['the identifier of the root is no text'];
  const named = entities.get(idOf(identifier) ?? '');
  return named?.['@type'] === 'PropertyValue' && named['value'] !== undefined
    ? []
    : ['the identifier of the root has no value'];
}

function descriptorFaults(descriptor: Entity | undefined, context: string): readonly string[] {
  const faults: string[] = [];
  if (descriptor?.['@type'] !== 'CreativeWork') faults.push('the descriptor is no CreativeWork');
  if (`${idOf(descriptor?.['conformsTo'])}/context` !== context)
    faults.push('the descriptor conforms to something else than its context');
  if (idOf(descriptor?.['about']) !== './') faults.push('the descriptor is not about the root');
  return faults;
}

function rootFaults(root: Entity | undefined): readonly string[] {
  const isDated = z.iso.datetime().or(z.iso.date()).safeParse(root?.['datePublished']).success;
  return [
    ...(root?.['@type'] === 'Dataset' ? [] : ['the root is no Dataset']),
    ...['name', 'description', 'license', 'datePublished'].flatMap((needed) =>
      root?.[needed] === undefined ? [`the root has no ${needed}`] : [],
    ),
    ...(isDated ? [] : ['the root was published at no date']),
  ];
}

/** Every file is part of the root, lies in the crate under a relative path, and nothing else lies there. */
function fileFaults(graph: readonly Entity[], crate: Crate, root: Entity | undefined): readonly string[] {
  const parts = z.array(reference).parse(root?.['hasPart'] ?? []);
  const partIds = parts.map((part) => part['@id']);
  const files = graph.filter((one) => one['@type'] === 'File').map((one) => one['@id']);
  const isPath = (id: string): boolean => !/^\.?\//.test(id) && id === encodeURI(id);
  return [
    ...files.filter((id) => !partIds.includes(id)).map((id) => `${id} is no part of the root`),
    ...files.filter((id) => !isPath(id)).map((id) => `${id} is no relative path`),
    ...files.filter((id) => crate[id] === undefined).map((id) => `${id} is not in the crate`),
    ...partIds.filter((id) => !files.includes(id)).map((id) => `the part ${id} is no file`),
    ...Object.keys(crate)
      .filter((name) => name !== metadataFile && !files.includes(name))
      .map((name) => `${name} is not described`),
  ];
}

/** The graph is flat: an entity names another by its id, which is in the graph or an address. */
const linkFaults = (one: Entity, entities: Entities): readonly string[] =>
  Object.entries(one).flatMap(([key, value]) =>
    [value].flat().flatMap((item: unknown) => {
      if (typeof item !== 'object' || item === null) return [];
      const id = idOf(item);
      if (id === undefined) return [`${one['@id']} has something nested in ${key}`];
      return entities.has(id) || URL.canParse(id) ? [] : [`${one['@id']} names ${id}, which is not there`];
    }),
  );
