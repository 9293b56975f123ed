import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useIsChanging } from '../api/definition/edits.ts';
import { analysisKind } from '../features/analysis/analysisQueries.ts';
import { cohortKind } from '../features/cohort/cohortQueries.ts';
import { tableKind } from '../features/table/tableQueries.ts';

const SaveDialog = lazy(async () => ({
  default: (await import('../features/report/dialogs/SaveDialog.tsx')).SaveDialog,
}));

interface SaveReport {
  readonly open: () => void;
  /** The dialog, where it is open. */
  readonly dialog: ReactNode;
}

interface SaveWith {
  readonly isBesideCrossTab?: boolean;
  /** Saves what else belongs to the report. */
  readonly onSaved?: (reportId: number) => Promise<void>;
}

/** Saves what is active in a dataset as a report; its dialog is loaded when it is first opened. */
export function useSaveReport(dataset: string, { isBesideCrossTab = false, onSaved }: SaveWith): SaveReport {
  const [isOpen, setIsOpen] = useState(false);
  const isCohortChanging = useIsChanging(cohortKind, dataset);
  const isTableChanging = useIsChanging(tableKind, dataset);
  const isCrossTabChanging = useIsChanging(analysisKind, dataset);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <SaveDialog
          dataset={dataset}
          isBesideCrossTab={isBesideCrossTab}
          onSaved={onSaved}
          isChanging={isCohortChanging || isTableChanging || isCrossTabChanging}
          onClose={() => setIsOpen(false)}
        />
      </Suspense>
    ),
  };
}
