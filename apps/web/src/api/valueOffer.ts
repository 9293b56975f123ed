import type { ValueHit } from '@atrium/contract/wire/concept';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import type { ReactNode } from 'react';

/** What one click on a value that was found does (rule 11.14). */
export interface ValueOffer {
  readonly hit: ValueHit;
  /** A filter of its own, one more value of a filter on the same concept, or nothing: a filter has it already. */
  readonly kind: 'new' | 'joins' | 'held';
  /** The subjects of the cohort with it; undefined until they are counted, null where it would be refused. */
  readonly count: ShownCount | null | undefined;
  readonly isPending: boolean;
  readonly onAdd: () => void;
}

export interface ValueOffersProps {
  readonly dataset: string;
  readonly hits: readonly ValueHit[];
  readonly children: (offers: readonly ValueOffer[]) => ReactNode;
}
