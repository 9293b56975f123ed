import { useHotkeys } from '@mantine/hooks';

/** The attribute of an element that F6 leads to. */
export const pane = { 'data-pane': true, tabIndex: -1 } as const;

const shown = (): readonly HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (element) => element.offsetParent !== null,
  );

/** An open dialog keeps the focus, because the page behind it cannot be used. */
const isBehindDialog = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].some(
    (element) => element.offsetParent !== null || element.getClientRects().length > 0,
  );

function goBy(step: 1 | -1): void {
  if (isBehindDialog()) return;
  const panes = shown();
  const at = panes.findIndex((element) => element.contains(document.activeElement));
  const start = at < 0 && step === -1 ? 0 : at;
  panes.at((start + step) % Math.max(1, panes.length))?.focus();
}

/** F6 moves the focus to the next pane of the screen, Shift and F6 to the one before. */
export function usePanes(): void {
  useHotkeys(
    [
      ['F6', () => goBy(1)],
      ['shift+F6', () => goBy(-1)],
    ],
    [],
  );
}
