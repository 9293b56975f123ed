import type { TableLayout } from '@atrium/engine';
import { NotInIndex } from '../compile/refusal.ts';

/** Rows of related collections pair up in lines, which the index does not know. */
export function refuseRelated({ joins }: Pick<TableLayout, 'joins'>): void {
  if (joins.some(({ lead }) => lead !== null)) throw new NotInIndex('relatedRows');
}
