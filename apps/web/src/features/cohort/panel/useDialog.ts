import { useEffect, useRef, useState } from 'react';

/** The dialog that is open over the panel, by the set that it is about. */
export interface OpenDialog {
  readonly kind: 'set' | 'rule' | 'removeSet' | 'removeRule';
  readonly setId: string;
}

/**
 * Which dialog is open; when it closes, the focus returns to what opened it, or to where `close` says. The first date
 * rule of a set replaces the button that opened its dialog: then the rule's own button gets the focus.
 */
export function useDialog() {
  const [dialog, setDialog] = useState<OpenDialog>();
  const opener = useRef<Element>(null);
  const ofRule = useRef<string>(undefined);
  useEffect(() => {
    if (dialog !== undefined) return;
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus();
    else ruleButton(ofRule.current)?.focus();
    opener.current = null;
    ofRule.current = undefined;
  }, [dialog]);
  return {
    dialog,
    open: (wanted: OpenDialog) => {
      opener.current = document.activeElement;
      ofRule.current = wanted.setId;
      setDialog(wanted);
    },
    close: (next?: HTMLElement | null) => {
      if (next != null) opener.current = next;
      setDialog(undefined);
    },
  };
}

const ruleButton = (setId: string | undefined): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[data-focus]')].find(
    ({ dataset }) => dataset['focus'] === `rule ${setId}`,
  );
