import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  type AnalysisDefinition,
  type AnalysisRole,
  type AnalysisTransformation,
  maxTermLevel,
} from '@atrium/contract/wire/analysis';
import type { EditContext } from '../definition/memberContext.ts';
import { editError, fieldError, type Outcome, refused, unlessSame } from '../definition/outcome.ts';
import { checkAxisEntry, mayRollUp } from './checkAnalysis.ts';

type Entry = AnalysisDefinition['rows'][number];

/** One edit of a cross-tab definition (rule 6.8); a concept stands in it at most once. */
export function applyAnalysisTransformation(
  definition: AnalysisDefinition,
  transformation: AnalysisTransformation,
  context: EditContext,
): Outcome<AnalysisDefinition> {
  return unlessSame(definition, transform(definition, transformation, context));
}

function transform(
  definition: AnalysisDefinition,
  transformation: AnalysisTransformation,
  context: EditContext,
): Outcome<AnalysisDefinition> {
  switch (transformation.kind) {
    case 'add_entry':
      return addEntry(definition, transformation, context);
    case 'move_entry':
      return moveEntry(definition, transformation);
    case 'set_level':
      return setLevel(definition, transformation, context);
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
  to: { readonly role: AnalysisRole; readonly index: number | null },
): AnalysisDefinition => {
  const axis = definition[to.role];
  const index = Math.min(Math.max(to.index ?? axis.length, 0), axis.length);
  return { ...definition, [to.role]: axis.toSpliced(index, 0, entry) };
};

function addEntry(
  definition: AnalysisDefinition,
  { conceptId, role, index }: Extract<AnalysisTransformation, { kind: 'add_entry' }>,
  context: EditContext,
): Outcome<AnalysisDefinition> {
  const concept = context.lookup.concept(conceptId);
  if (concept === undefined) return refused(editError('not_found', `There is no concept ${conceptId}.`));
  const entry = { entryId: context.newEntryId(), conceptId };
  const checked = checkAxisEntry(entry, context);
  if ('message' in checked) return refused(editError('not_allowed', checked.message));
  if (!concept.uses.includes('analysis'))
    return refused(editError('not_fitting', `${concept.title} is not offered for analysis.`));
  if (entriesOf(definition).some((other) => other.conceptId === conceptId)) {
    return refused(editError('conflict', `${concept.title} is in the analysis already.`));
  }
  const to = { role: role ?? 'rows', index: index ?? null } as const;
  return { kind: 'changed', definition: inserted(definition, entry, to), entryId: entry.entryId };
}

function moveEntry(
  definition: AnalysisDefinition,
  { entryId, index, role }: Extract<AnalysisTransformation, { kind: 'move_entry' }>,
): Outcome<AnalysisDefinition> {
  if (entryId === undefined) return refused(fieldError('entry_id', 'missing', 'Required'));
  if (index === undefined || index === null) return refused(fieldError('index', 'missing', 'Required'));
  if (role === undefined) return refused(fieldError('role', 'missing', 'Required'));
  const entry = entriesOf(definition).find((candidate) => candidate.entryId === entryId);
  if (entry === undefined) return refused(editError('not_found', 'This entry is not in the analysis.'));
  return {
    kind: 'changed',
    definition: inserted(without(definition, entryId), entry, { role, index }),
  };
}

function setLevel(
  definition: AnalysisDefinition,
  { entryId, level }: Extract<AnalysisTransformation, { kind: 'set_level' }>,
  { lookup, member }: EditContext,
): Outcome<AnalysisDefinition> {
  const found = entriesOf(definition).find((candidate) => candidate.entryId === entryId);
  const concept = found && lookup.concept(found.conceptId);
  if (concept === undefined) return refused(editError('not_found', 'This entry is not in the analysis.'));
  if (!mayRollUp(concept, member))
    return refused(editError('not_allowed', `${concept.title} cannot be counted by level.`));
  const wanted = level ?? undefined;
  if (wanted !== undefined && (wanted < 1 || wanted > maxTermLevel))
    return refused(fieldError('level', 'out_of_range', `Choose a level from 1 to ${maxTermLevel}.`));
  const levelled = (entries: readonly Entry[]): Entry[] =>
    entries.map((entry) => {
      if (entry.entryId !== entryId) return entry;
      const { level: _, ...plain } = entry;
      return wanted === undefined ? plain : { ...plain, level: wanted };
    });
  return {
    kind: 'changed',
    definition: { rows: levelled(definition.rows), cols: levelled(definition.cols) },
  };
}
