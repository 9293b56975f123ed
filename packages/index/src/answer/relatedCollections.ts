import { type Collection, joinOrder } from '@atrium/engine';
import { NotInIndex } from '../compile/refusal.ts';

/** Rows of related collections pair up in lines, which the index does not know. */
export function refuseRelated(collections: readonly Collection[]): void {
  if (joinOrder(collections).some(({ lead }) => lead !== null)) throw new NotInIndex('otherQuestion');
}
