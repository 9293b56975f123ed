import type { AccessLevel, CohortDefinition } from '@atrium/contract';
import type { RefusedEdit } from '../../definition/outcome.ts';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { KnownValues } from './known/knownValues.ts';

/** How an edit ended. `valid` answers validate_only; `unchanged` is a success that needs no new snapshot. */
export type CohortOutcome =
  | { readonly kind: 'changed'; readonly definition: CohortDefinition; readonly entryId?: string }
  | { readonly kind: 'unchanged'; readonly entryId?: string }
  | { readonly kind: 'valid' }
  | RefusedEdit;

export interface TransformContext {
  readonly lookup: Lookup;
  readonly member: { readonly level: AccessLevel };
  /** A fresh entry id: 12 characters of A–Z, a–z, 0–9 (contract 1.3). */
  readonly newId: () => string;
  /** The answer to `valuesToLookUp`; null where it asked for nothing. */
  readonly known: KnownValues | null;
}
