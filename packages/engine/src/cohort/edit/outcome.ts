import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { KnownValues } from '../../concepts/pastedValues.ts';
import type { EditContext } from '../../definition/memberContext.ts';
import type { Outcome } from '../../definition/outcome.ts';

export type CohortOutcome = Outcome<CohortDefinition>;

export interface CohortEditContext extends EditContext {
  /** What is known of the values of `valuesToLookUp`; null where there are none. */
  readonly known: KnownValues | null;
  /** What is known of the values of `valuesOfImport`, by the id of the concept. */
  readonly knownOf?: ReadonlyMap<string, KnownValues>;
}
