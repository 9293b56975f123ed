import { type TableEdited, type TableTransformation, tableDefinitionWire } from '@atrium/contract';
import { applyTableTransformation } from '@atrium/engine';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { type CohortDeps, openCohort } from '../cohort/index.ts';
import { edit, newEntryId, presentChange } from '../snapshot/index.ts';
import { openedTable, readTable, tableHistory } from './openTable.ts';
import { presentTable } from './present.ts';

/** One edit of the active table (rule 5.12). */
export async function editTable(
  deps: CohortDeps,
  member: Member,
  transformation: TableTransformation,
): Promise<TableEdited> {
  const cohort = await openCohort(deps, member);
  const context = { lookup: cohort.release.lookup, member, newEntryId };
  const { outcome, snapshot } = await edit(deps.db, tableHistory(member), (stored) => {
    const change = applyTableTransformation(readTable(stored, cohort, member), transformation, context);
    const definition =
      change.kind === 'changed' ? z.encode(tableDefinitionWire, change.definition) : undefined;
    const start = z.encode(tableDefinitionWire, readTable(undefined, cohort, member));
    return { definition, outcome: change, start };
  });
  return {
    ...presentChange(outcome),
    ...presentTable(openedTable(cohort, member, snapshot)),
  };
}
