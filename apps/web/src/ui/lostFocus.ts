let kept: Element | undefined;

/** Whether nothing has the focus, or only the part that keeps it meanwhile. */
export const isFocusLost = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement === kept;

/** Gives the focus to a part that keeps it until something better takes it. */
export function keepFocusOn(part: HTMLElement): void {
  part.focus({ preventScroll: true });
  kept = part;
}
