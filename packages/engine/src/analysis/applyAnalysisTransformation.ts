import {
  type AnalysisDefinition,
  type AnalysisRole,
  type AnalysisTransformation,
  unreachable,
} from '@atrium/contract';
import type { TransformContext } from '../table/index.ts';
import { checkAxisEntry } from './checkAnalysis.ts';

export type AnalysisChange =
  | { readonly kind: 'changed'; readonly definition: AnalysisDefinition; readonly entryId?: string }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

type Entry = AnalysisDefinition['rows'][number];

const refused = (...errors: readonly string[]): AnalysisChange => ({ kind: 'refused', errors });

/** One edit of a cross-tab definition (contract 11.2); a concept stands in it at most once. */
export function applyAnalysisTransformation(
  definition: AnalysisDefinition,
  transformation: AnalysisTransformation,
  context: TransformContext,
): AnalysisChange {
  switch (transformation.kind) {
    case 'add_entry':
      return addEntry(definition, transformation, context);
    case 'move_entry':
      return moveEntry(definition, transformation);
    case 'delete_entry':
      return { kind: 'changed', definition: without(definition, transformation.entryId) };
    case 'swap_rows_and_cols':
      return { kind: 'changed', definition: { rows: definition.cols, cols: definition.rows } };
    case 'clear_all':
      return { kind: 'changed', definition: { rows: [], cols: [] } };
    default:
      return unreachable(transformation);
  }
}

const entriesOf = ({ rows, cols }: AnalysisDefinition): readonly Entry[] => [...rows, ...cols];

const without = ({ rows, cols }: AnalysisDefinition, entryId: string): AnalysisDefinition => ({
  rows: rows.filter((entry) => entry.entryId !== entryId),
  cols: cols.filter((entry) => entry.entryId !== entryId),
});

const inserted = (
  definition: AnalysisDefinition,
  entry: Entry,
  place: { readonly role: AnalysisRole; readonly index: number | null },
): AnalysisDefinition => {
  const axis = definition[place.role];
  const index = Math.min(Math.max(place.index ?? axis.length, 0), axis.length);
  return { ...definition, [place.role]: axis.toSpliced(index, 0, entry) };
};

function addEntry(
  definition: AnalysisDefinition,
  { conceptId, role, index }: Extract<AnalysisTransformation, { kind: 'add_entry' }>,
  context: TransformContext,
): AnalysisChange {
  const concept = context.lookup.concept(conceptId);
  if (concept === undefined) return refused(`There is no concept ${conceptId}.`);
  const entry = { entryId: context.newEntryId(), conceptId };
  const checked = checkAxisEntry(entry, context);
  if ('message' in checked) return refused(checked.message);
  if (!concept.uses.includes('analysis')) return refused(`${concept.title} is not offered for analysis.`);
  if (entriesOf(definition).some((other) => other.conceptId === conceptId)) {
    return refused(`${concept.title} is in the analysis already.`);
  }
  const place = { role: role ?? 'rows', index: index ?? null } as const;
  return { kind: 'changed', definition: inserted(definition, entry, place), entryId: entry.entryId };
}

function moveEntry(
  definition: AnalysisDefinition,
  { entryId, index, role }: Extract<AnalysisTransformation, { kind: 'move_entry' }>,
): AnalysisChange {
  if (entryId === undefined) return refused('entry_id: Required');
  if (index === undefined || index === null) return refused('index: Required');
  if (role === undefined) return refused('role: Required');
  const entry = entriesOf(definition).find((candidate) => candidate.entryId === entryId);
  if (entry === undefined) return refused('This entry is not in the analysis.');
  return {
    kind: 'changed',
    definition: inserted(without(definition, entryId), entry, { role, index }),
  };
}
