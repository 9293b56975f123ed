import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { indexAfterKey } from '../../../lib/indexAfterKey.ts';

const buttonsIn = (part: Element | null | undefined): readonly HTMLElement[] => [
  ...(part?.querySelectorAll<HTMLElement>('button') ?? []),
];

/**
 * The buttons of the headings, which arrow keys reach from the cells below them: the whole table is one tab stop. Where
 * there are no rows, that is the first button.
 */
export function useHeadKeys(hasRows: boolean) {
  const head = useRef<HTMLTableSectionElement>(null);
  useLayoutEffect(() => {
    for (const [index, button] of buttonsIn(head.current).entries())
      button.tabIndex = !hasRows && index === 0 ? 0 : -1;
  });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = buttonsIn(head.current);
    const at = event.target instanceof HTMLElement ? buttons.indexOf(event.target) : -1;
    if (at < 0 || event.altKey || event.metaKey || event.ctrlKey) return;
    const next = buttons[indexAfterKey(event.key, at, buttons.length - 1) ?? -1];
    const goal = event.key === 'ArrowDown' ? cellBelow(event.target) : next;
    if (goal == null) return;
    event.preventDefault();
    goal.focus();
  };
  return { head, onKeyDown };
}

/** The first cell under a heading; the one that the Tab key reaches where that is not drawn. */
function cellBelow(target: EventTarget): HTMLElement | null {
  if (!(target instanceof Element)) return null;
  const column = Number(target.closest('th')?.getAttribute('aria-colindex')) - 1;
  const body = target.closest('table')?.querySelector('tbody');
  return (
    body?.querySelector<HTMLElement>(`[data-cell$=":${column}"]`) ??
    body?.querySelector<HTMLElement>('[data-cell][tabindex="0"]') ??
    null
  );
}

/** The first button of the heading above a cell. */
export const buttonAbove = (cell: HTMLElement, column: number): HTMLElement | null =>
  cell.closest('table')?.querySelector<HTMLElement>(`thead th[aria-colindex="${column + 1}"] button`) ?? null;
