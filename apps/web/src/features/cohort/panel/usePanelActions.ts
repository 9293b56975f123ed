import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView, FilterView } from '@atrium/contract/wire/cohortView';
import { type RefObject, useState } from 'react';
import { useBatch, useStep } from '../../../api/definition/edits.ts';
import { announce } from '../../../ui/announce.ts';
import { type Batch, cohortKind } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { lostRules } from '../criteriaSet/lostRules.ts';
import { messageOf } from '../LoadFailed.tsx';
import { moveWords, positionWords } from '../move/moveWords.ts';
import { planMove } from '../move/planMove.ts';
import type { Position } from '../move/position.ts';
import { offerUndo } from './offerUndo.tsx';
import type { PanelActions } from './panelActions.ts';
import { useDialog } from './useDialog.ts';

interface PanelParts {
  readonly dataset: string;
  readonly view: CohortView;
  readonly onEdit: (filter: FilterView) => void;
  /** The element that gets the focus when the pressed button vanishes. */
  readonly heading: RefObject<HTMLElement | null>;
  readonly returnFocus: (name: string | undefined) => void;
}

/** Every edit that starts in the panel, the edits under way, and the server's errors about the last one. */
export function usePanelActions({ dataset, view, onEdit, heading, returnFocus }: PanelParts) {
  const batch = useBatch(cohortKind, { dataset });
  const step = useStep(cohortKind, { dataset });
  const { dialog, open, close } = useDialog();
  const [moving, setMoving] = useState<{ readonly filterId: string; readonly position: Position }>();
  const edit = (given: Batch, focusAfter?: string) => {
    returnFocus(focusAfter);
    if (given.some(vanishes)) heading.current?.focus();
    batch.mutate(given);
  };
  const move = (filter: FilterView, position: Position) => {
    const moves = planMove(view.criteriaSets, filter.entryId, position);
    if (moves.length === 0) return;
    setMoving({ filterId: filter.entryId, position });
    returnFocus(`handle ${filter.entryId}`);
    batch.mutate(moves, {
      onSuccess: (edited) => {
        if (edited?.transformationSuccessful === true)
          announce(moveWords.moved(filter.conceptName, positionWords(position, view.criteriaSets)));
      },
      onSettled: () => setMoving((last) => (last?.filterId === filter.entryId ? undefined : last)),
    });
  };
  const clear = () => {
    const before = view.snapshotId;
    heading.current?.focus();
    batch.mutate([{ kind: 'clear_all' }], {
      onSuccess: (edited) => {
        if (edited?.transformationSuccessful === true && before !== null)
          offerUndo(words.cleared, () => step.mutate(before));
      },
    });
  };
  const removal = (setId: string, what: 'set' | 'rule') =>
    edit([{ kind: what === 'set' ? 'delete_criteria_set' : 'delete_event_rule', entryId: setId }]);
  const actions: PanelActions = {
    edit,
    move,
    openFilter: onEdit,
    openSet: ({ entryId }) => open({ kind: 'set', setId: entryId }),
    openRule: ({ entryId }) => {
      returnFocus(`rule ${entryId}`);
      open({ kind: 'rule', setId: entryId });
    },
    remove: ({ entryId }, what) =>
      lostRules(view.definition, entryId).length === 0
        ? removal(entryId, what)
        : open({ kind: what === 'set' ? 'removeSet' : 'removeRule', setId: entryId }),
    isPending: (entryId) =>
      moving?.filterId === entryId ||
      batch.underWay.flat().some((transformation) => touches(transformation, entryId)),
  };
  return {
    actions,
    clear,
    confirmRemoval: (setId: string, what: 'set' | 'rule') => {
      close(heading.current);
      removal(setId, what);
    },
    dialog,
    closeDialog: close,
    landing: moving?.position,
    errors: [
      ...batch.results.flatMap((edited) => edited?.transformationErrors ?? []),
      ...[...batch.errors, step.error].flatMap((error) => (error === null ? [] : messageOf(error))),
    ],
    warnings: batch.results.flatMap((edited) => edited?.transformationWarnings ?? []),
  };
}

const vanishes = ({ kind }: CohortTransformation): boolean =>
  kind === 'delete_entry' || kind === 'delete_criteria_set' || kind === 'delete_event_rule';

/** Whether an edit removes this filter or set. */
const touches = (transformation: CohortTransformation, entryId: string): boolean =>
  transformation.kind === 'clear_all' ||
  ((transformation.kind === 'delete_entry' || transformation.kind === 'delete_criteria_set') &&
    transformation.entryId === entryId);
