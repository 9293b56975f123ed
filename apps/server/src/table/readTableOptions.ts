import { compileChoiceStatistics, tableOptions, toQuery } from '@atrium/engine';
import type { CohortDeps, ReadTableOptions } from '../cohort/index.ts';
import { readActive } from '../snapshot/index.ts';
import { openedTable, tableHistory } from './openTable.ts';

const everyone = { plan: { subject: { kind: 'and', conditions: [] }, sets: [] }, prefilter: null } as const;

/** The state of the column editor for a concept (rule 3.22), with the values that a has-value column may look for. */
export const createReadTableOptions =
  (deps: CohortDeps): ReadTableOptions =>
  async (concept, { cohort, member, entryId }) => {
    const { release } = cohort;
    const { table } = openedTable(cohort, member, await readActive(deps.db, tableHistory(member)));
    const field = table.definition.fields.find((one) => one.entryId === entryId);
    const rows =
      concept.type === 'category'
        ? await deps.warehouse.run(toQuery(compileChoiceStatistics(concept, everyone, release)))
        : [];
    return tableOptions(concept, {
      lookup: release.lookup,
      member,
      cohort: cohort.definition,
      ...(concept.type === 'category' ? { values: rows.map((row) => String(row['value'])) } : {}),
      ...(entryId === undefined ? {} : { entryId }),
      ...(field === undefined ? {} : { field }),
    });
  };
