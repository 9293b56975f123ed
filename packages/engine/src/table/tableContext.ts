import type { AccessLevel } from '@atrium/contract';
import type { Lookup } from '../dictionary/lookup.ts';

/** The release and the member for whom a table is read, edited or described. */
export interface TableContext {
  readonly lookup: Lookup;
  readonly member: { readonly level: AccessLevel };
}
