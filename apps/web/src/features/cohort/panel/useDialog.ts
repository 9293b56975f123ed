import { useEffect, useRef, useState } from 'react';

/** The dialog that is open over the panel, by the set that it is about. */
export interface OpenDialog {
  readonly kind: 'set' | 'rule' | 'removeSet' | 'removeRule';
  readonly setId: string;
}

/** Which dialog is open; when it closes, the focus returns to what opened it, or to where `close` says. */
export function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const opener = useRef<Element>(null);
  useEffect(() => {
    if (dialog !== undefined) return;
    if (opener.current instanceof HTMLElement) opener.current.focus();
    opener.current = null;
  }, [dialog]);
  return {
    dialog,
    open: (wanted: OpenDialog) => {
      opener.current = document.activeElement;
      setDialog(wanted);
    },
    close: (next?: HTMLElement | null) => {
      if (next != null) opener.current = next;
      setDialog(undefined);
    },
  };
}
