import type { CohortDefinition } from '@atrium/contract';
import type { KnownValues } from '../../concepts/pastedValues.ts';
import type { EditContext } from '../../definition/memberContext.ts';
import type { Outcome } from '../../definition/outcome.ts';

export type CohortOutcome = Outcome<CohortDefinition>;

export interface CohortEditContext extends EditContext {
  /** The answer to `valuesToLookUp`; null where it asked for nothing. */
  readonly known: KnownValues | null;
}
