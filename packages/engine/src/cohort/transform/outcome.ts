import type { AccessLevel, CohortDefinition } from '@atrium/contract';
import type { Lookup } from '../../dictionary/lookup.ts';
import type { KnownValues } from './known/knownValues.ts';

/** How an edit ended. `valid` answers validate_only; `unchanged` is a success that needs no new snapshot. */
export type CohortOutcome =
  | { readonly kind: 'changed'; readonly definition: CohortDefinition; readonly entryId?: string }
  | { readonly kind: 'unchanged'; readonly entryId?: string }
  | { readonly kind: 'valid' }
  | RefusedEdit;

/** `warningEntries` are the values that the warnings name, verbatim. */
export interface RefusedEdit {
  readonly kind: 'refused';
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
  readonly warningEntries: readonly string[];
}

export interface TransformContext {
  readonly lookup: Lookup;
  readonly member: { readonly level: AccessLevel };
  /** A fresh entry id: 12 characters of A–Z, a–z, 0–9 (contract 1.3). */
  readonly newId: () => string;
  /** The answer to `valuesToLookUp`; null where it asked for nothing. */
  readonly known: KnownValues | null;
}

export const refused = (...errors: string[]): RefusedEdit => ({
  kind: 'refused',
  errors,
  warnings: [],
  warningEntries: [],
});
