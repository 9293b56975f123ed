import { Readable } from 'node:stream';
import type { PackageWriter } from './packageWriter.ts';

export interface ConvertedTerm {
  readonly code: string;
  readonly label: string;
  readonly parents?: readonly string[];
}

export interface ConvertedOntology {
  readonly id: string;
  readonly title: string;
  readonly terms: readonly ConvertedTerm[];
}

/** So many terms stand in the descriptor; more are a file, so that the descriptor stays one that people edit. */
const maxInline = 500;

/** An ontology as the descriptor names it: with its terms, or with a file of them (OBO Graphs). */
export async function ontologyPart(
  { id, title, terms }: ConvertedOntology,
  writer: PackageWriter,
): Promise<Readonly<Record<string, unknown>>> {
  if (terms.length <= maxInline) return { id, title, terms };
  const path = `ontologies/${id}.json`;
  const nodes = terms.map(({ code, label }) => ({ id: code, lbl: label, type: 'CLASS' }));
  const edges = terms.flatMap(({ code, parents = [] }) =>
    parents.map((parent) => ({ sub: code, pred: 'is_a', obj: parent })),
  );
  await writer.copy(path, () => Readable.from([JSON.stringify({ graphs: [{ id, nodes, edges }] })]));
  return { id, title, path, format: 'obographs' };
}
