/** Widths in pixels of all columns beside a part of a heading, by entry id, as the browser drew them. */
export function drawnWidths(part: Element | null): Readonly<Record<string, number>> {
  const cells = part?.closest('tr')?.querySelectorAll<HTMLElement>('th[data-entry]') ?? [];
  const widths = [...cells].map(
    (cell) => [cell.dataset['entry'] ?? '', Math.round(cell.getBoundingClientRect().width)] as const,
  );
  return Object.fromEntries(widths.filter(([, width]) => width > 0));
}
