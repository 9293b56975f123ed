import type { TableDefinition } from '@atrium/contract';
import type { TableContext } from '../tableContext.ts';

/**
 * How an edit ended. `definition` is the very object that was given where nothing changed, so that no snapshot needs
 * to be written; `entryId` names the column that was added or edited.
 */
export type TableChange =
  | { readonly kind: 'changed'; readonly definition: TableDefinition; readonly entryId?: string }
  | { readonly kind: 'refused'; readonly errors: readonly string[] };

/** What an edit may draw on; `newEntryId` makes a fresh id at each call. */
export interface TransformContext extends TableContext {
  readonly newEntryId: () => string;
}

export const refused = (...errors: readonly string[]): TableChange => ({ kind: 'refused', errors });
