import type { OntologyDocument, StatedTerm } from '@atrium/engine';
import { z } from 'zod';

const meta = z.object({
  deprecated: z.boolean().optional(),
  version: z.string().optional(),
  synonyms: z.array(z.object({ val: z.string() })).optional(),
  basicPropertyValues: z.array(z.object({ pred: z.string(), val: z.string() })).optional(),
});
const node = z.object({
  id: z.string(),
  lbl: z.string().nullish(),
  type: z.string().nullish(),
  meta: meta.nullish(),
});
const graph = z.object({
  id: z.string().nullish(),
  meta: meta.nullish(),
  nodes: z.array(node).nullish(),
  edges: z.array(z.object({ sub: z.string(), pred: z.string(), obj: z.string() })).nullish(),
});
const document = z.object({ graphs: z.array(graph).min(1) });

const alternativeId = 'http://www.geneontology.org/formats/oboInOwl#hasAlternativeId';
const replacedBy = 'http://purl.obolibrary.org/obo/IAO_0100001';
const isA = new Set(['is_a', 'http://www.w3.org/2000/01/rdf-schema#subClassOf']);

/** Parses OBO Graphs JSON: classes that have a label, and the `is_a` edges between them. */
export function parseOboGraphs(json: unknown): OntologyDocument {
  const { graphs } = document.parse(json);
  const parents = new Map<string, string[]>();
  for (const { sub, pred, obj } of graphs.flatMap(({ edges }) => edges ?? [])) {
    if (!isA.has(pred)) continue;
    const known = parents.get(sub);
    if (known === undefined) parents.set(sub, [toCode(obj)]);
    else known.push(toCode(obj));
  }
  const nodes = graphs.flatMap((stated) => stated.nodes ?? []);
  const hasTypes = nodes.some(({ type }) => type === 'CLASS');
  const terms = nodes
    .filter(({ type, lbl }) => typeof lbl === 'string' && (!hasTypes || type === 'CLASS'))
    .map((stated) => toTerm(stated, parents.get(stated.id) ?? []));
  return { version: versionOf(graphs[0]?.meta?.version ?? null), terms };
}

function toTerm({ id, lbl, meta }: z.output<typeof node>, parents: readonly string[]): StatedTerm {
  const properties = meta?.basicPropertyValues ?? [];
  const replacement = properties.find(({ pred }) => pred === replacedBy)?.val;
  return {
    code: toCode(id),
    label: lbl ?? null,
    parents,
    synonyms: (meta?.synonyms ?? []).map(({ val }) => val),
    alternatives: properties.filter(({ pred }) => pred === alternativeId).map(({ val }) => toCode(val)),
    isObsolete: meta?.deprecated ?? false,
    replacedBy: replacement === undefined ? null : toCode(replacement),
  };
}

/** `http://purl.obolibrary.org/obo/HP_0000118` is HP:0000118; any other id stays as it is. */
function toCode(id: string): string {
  const local = /^https?:\/\/.*[/#]([A-Za-z][A-Za-z0-9]*)_([A-Za-z0-9]+)$/.exec(id);
  return local === null ? id : `${local[1]}:${local[2]}`;
}

/** The address of a release holds its date: `…/releases/2026-01-08/hp.json`. */
function versionOf(version: string | null): string | null {
  return version?.match(/\/(\d{4}-\d{2}-\d{2})\//)?.[1] ?? version;
}
