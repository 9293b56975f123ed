import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { AddFilter, CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { applyCohortTransformation } from '../cohort/edit/applyCohortTransformation.ts';
import type { CohortOutcome } from '../cohort/edit/outcome.ts';
import type { KnownValues } from '../concepts/pastedValues.ts';
import type { RefusedEdit } from '../definition/outcome.ts';
import type { Lookup } from '../dictionary/lookup.ts';

export interface EditOptions {
  readonly level?: AccessLevel;
  readonly known?: KnownValues;
}

/** An outcome with its errors as they are presented: their messages alone. */
export type Presented =
  | Exclude<CohortOutcome, RefusedEdit>
  | (Omit<RefusedEdit, 'errors'> & { readonly errors: readonly string[] });

export interface Editor {
  (definition: CohortDefinition, transformation: CohortTransformation, options?: EditOptions): Presented;
  /** The definition after an edit that must succeed. */
  after(definition: CohortDefinition, ...transformations: CohortTransformation[]): CohortDefinition;
}

/** Applies edits with ids `new1`, `new2`, … */
export function createEditor(lookup: Lookup): Editor {
  const edit = (
    definition: CohortDefinition,
    transformation: CohortTransformation,
    { level = 'phi', known }: EditOptions = {},
  ): Presented => {
    let made = 0;
    const newEntryId = (): string => `new${++made}`;
    const outcome = applyCohortTransformation(definition, transformation, {
      lookup,
      member: { level },
      newEntryId,
      known: known ?? null,
    });
    return outcome.kind === 'refused'
      ? { ...outcome, errors: outcome.errors.map(({ message }) => message) }
      : outcome;
  };
  const after: Editor['after'] = (definition, ...transformations) => {
    let current = definition;
    for (const transformation of transformations) {
      const outcome = edit(current, transformation);
      if (outcome.kind === 'changed') current = outcome.definition;
      else if (outcome.kind !== 'unchanged') throw new Error(JSON.stringify(outcome));
    }
    return current;
  };
  return Object.assign(edit, { after });
}

export const add = (conceptId: string, fields: Omit<AddFilter, 'kind' | 'conceptId'> = {}): AddFilter => ({
  kind: 'add_entry',
  conceptId,
  ...fields,
});

/** The shape of a definition in a line per set: `diagnosis: a, (b|c)`. */
export const outline = (definition: CohortDefinition): readonly string[] =>
  definition.map((set) => {
    const entries = set.entries.map((entry) =>
      entry.kind === 'or_group'
        ? `${entry.entryId}(${entry.entries.map(({ entryId }) => entryId).join('|')})`
        : entry.entryId,
    );
    return `${set.entryId}: ${entries.join(', ')}`.trim();
  });
