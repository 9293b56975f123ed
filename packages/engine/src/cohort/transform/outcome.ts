import type { CohortDefinition } from '@atrium/contract';
import type { EditContext } from '../../definition/memberContext.ts';
import type { Outcome } from '../../definition/outcome.ts';
import type { KnownValues } from './known/knownValues.ts';

export type CohortOutcome = Outcome<CohortDefinition>;

export interface CohortEditContext extends EditContext {
  /** The answer to `valuesToLookUp`; null where it asked for nothing. */
  readonly known: KnownValues | null;
}
