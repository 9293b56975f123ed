import type { CohortView } from '@atrium/contract/wire/cohortView';
import { lazy, Suspense } from 'react';
import { lostRules } from '../criteriaSet/lostRules.ts';
import type { OpenDialog } from './useDialog.ts';

const CriteriaSetDialog = lazy(async () => ({
  default: (await import('../criteriaSet/CriteriaSetDialog.tsx')).CriteriaSetDialog,
}));
const EventRuleDialog = lazy(async () => ({
  default: (await import('../eventRule/EventRuleDialog.tsx')).EventRuleDialog,
}));
const LostRulesDialog = lazy(async () => ({
  default: (await import('../criteriaSet/LostRulesDialog.tsx')).LostRulesDialog,
}));

interface PanelDialogsProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly dialog: OpenDialog;
  readonly onClose: () => void;
  /** The deletion whose consequences were confirmed. */
  readonly onConfirm: (setId: string, what: 'set' | 'rule') => void;
}

/** The dialog that is open; it closes by itself when its set is gone. */
export function PanelDialogs({ dataset, view, dialog, onClose, onConfirm }: PanelDialogsProps) {
  const set = view.criteriaSets.find(({ entryId }) => entryId === dialog.setId);
  if (set === undefined) return null;
  const of = { dataset, view, set, onClose };
  const deletes = dialog.kind === 'removeSet' ? 'set' : 'rule';
  const losing = lostRules(view.definition, set.entryId);
  return (
    <Suspense>
      {dialog.kind === 'set' ? (
        <CriteriaSetDialog {...of} />
      ) : dialog.kind === 'rule' ? (
        <EventRuleDialog {...of} />
      ) : (
        <LostRulesDialog
          of={set}
          deletes={deletes}
          losing={view.criteriaSets.filter(({ entryId }) => losing.includes(entryId))}
          onClose={onClose}
          onConfirm={() => onConfirm(set.entryId, deletes)}
        />
      )}
    </Suspense>
  );
}
