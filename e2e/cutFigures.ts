import type { Page } from '@playwright/test';

/**
 * The figures that are seen only in part: a number whose box reaches beyond that of a part around it which shows no more,
 * or a drawing that is wider than its frame. What the person scrolls into view as a whole is not cut; columns of a grid are
 * as wide as the person makes them, and show a cell in full beside them.
 */
export const cutFigures = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const clips = (element: Element): boolean => {
      const { overflowX } = getComputedStyle(element);
      return overflowX === 'hidden' || overflowX === 'clip' || element.querySelector(':scope > svg') !== null;
    };
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[inert], .mantine-VisuallyHidden-root, [role="grid"], pre') === null;
    const scrolls = (element: Element): boolean => /auto|scroll/.test(getComputedStyle(element).overflowX);
    /** Null inside of what scrolls. */
    const frameOf = (element: Element | null): Element | null => {
      if (element === null || scrolls(element)) return null;
      return element === document.body || clips(element) ? element : frameOf(element.parentElement);
    };
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      const own = text.parentElement;
      if (own === null || !/\d/.test(text.textContent ?? '') || !isSeen(own)) continue;
      const frame = frameOf(own)?.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(text);
      const { left, right, width } = range.getBoundingClientRect();
      if (frame === undefined || width === 0 || frame.width <= 1) continue;
      if (left < frame.right && right > frame.right + 1) found.push(`${text.textContent?.trim()}`);
    }
    return found;
  });
