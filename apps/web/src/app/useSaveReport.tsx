import { lazy, type ReactNode, Suspense, useState } from 'react';

const SaveDialog = lazy(async () => ({
  default: (await import('../features/report/dialogs/SaveDialog.tsx')).SaveDialog,
}));

interface SaveReport {
  readonly open: () => void;
  /** The dialog, where it is open. */
  readonly dialog: ReactNode;
}

/** Saves what is active in a dataset as a report; its dialog is loaded when it is first opened. */
export function useSaveReport(
  dataset: string,
  { isBesideCrossTab = false }: { readonly isBesideCrossTab?: boolean },
): SaveReport {
  const [isOpen, setIsOpen] = useState(false);
  return {
    open: () => setIsOpen(true),
    dialog: isOpen && (
      <Suspense>
        <SaveDialog dataset={dataset} isBesideCrossTab={isBesideCrossTab} onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
}
