import type { Collection, CriteriaSetView } from '@atrium/contract';
import type { Weighed } from './FilterEffect.tsx';
import type { PanelActions } from './panelActions.ts';

export interface CriteriaSetCardProps {
  readonly set: CriteriaSetView;
  readonly sets: readonly CriteriaSetView[];
  readonly collections: readonly Collection[] | undefined;
  readonly editing: string | undefined;
  readonly actions: PanelActions;
  /** Present where every filter says what it does to the count. */
  readonly weighed: Weighed | undefined;
}
