import { tableDefinitionWire } from '@atrium/contract';
import { describeTable } from '@atrium/engine';
import { z } from 'zod';
import type { AskedOf } from '../audit/index.ts';
import { askedCohort, inOneLine } from '../cohort/index.ts';
import type { OpenTable } from './openTable.ts';

/** A table over its cohort as both were run, for the audit: columns that this member may not have were not asked. */
export function askedTable({ table, cohort }: OpenTable) {
  const { lookup } = cohort.release;
  const { fields } = describeTable(table, { lookup, cohort: cohort.definition });
  const sound = table.columns.filter(({ kind }) => kind !== 'broken').map(({ field }) => field);
  const isSound = ({ entryId }: { readonly entryId: string }): boolean =>
    sound.some((field) => field.entryId === entryId);
  const sort = table.definition.sort.filter(isSound);
  return {
    cohort: askedCohort(cohort),
    table: {
      definition: z.encode(tableDefinitionWire, { ...table.definition, fields: sound, sort }),
      description: fields
        .filter(({ hasErrors }) => !hasErrors)
        .map(({ label }) => inOneLine(label))
        .join('\n'),
    },
  } satisfies AskedOf;
}
