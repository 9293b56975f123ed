import type { Page } from '@playwright/test';

const targets =
  'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="tab"], [role="switch"], [role="option"], [role="treeitem"], [role="menuitem"], [role="slider"]';

/**
 * The targets under 24 by 24 pixels. Exempt, as WCAG 2.5.8 has it: links in a sentence, and the bars of a chart, whose
 * sizes are figures and which its list of values repeats.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    const isInSentence = (element: Element) =>
      getComputedStyle(element).display.startsWith('inline') &&
      (element.closest('p, li, dd, span, div')?.textContent?.trim().length ?? 0) >
        (element.textContent?.trim().length ?? 0) + 12;
    const isExempt = (element: Element) =>
      element.closest('figure [role="img"], figure fieldset, svg, [inert], [aria-hidden="true"]') !== null ||
      (element.localName === 'a' && isInSentence(element));
    const sizeOf = (element: Element) => {
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      // A press anywhere in the frame of a field with pills is one in its input.
      const frame = element.closest('.mantine-MultiSelect-input, .mantine-TagsInput-input') ?? element;
      const boxes = [element, frame, ...labels.filter((label) => label instanceof Element)].map((part) =>
        part.getBoundingClientRect(),
      );
      return {
        width: Math.max(...boxes.map(({ width }) => width)),
        height: Math.max(...boxes.map(({ height }) => height)),
      };
    };
    return [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }))
      .filter((element) => !isExempt(element))
      .flatMap((element) => {
        const { width, height } = sizeOf(element);
        if (width === 0 || (width >= 23.5 && height >= 23.5)) return [];
        return [`${Math.round(width)} by ${Math.round(height)}: ${element.outerHTML.slice(0, 160)}`];
      });
  }, targets);

/** The targets that something else covers when they have the focus and are scrolled into view. */
export const coveredTargets = (page: Page): Promise<string[]> =>
  page.evaluate((selector) => {
    /** The element over the middle of this one; null where that is the element itself, a part of it, or its label. */
    const coverOf = (element: HTMLElement) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      const hit = document.elementFromPoint(x + width / 2, y + height / 2);
      const labels = 'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      const isOwn = [element, ...labels].some((part) => part.contains(hit) || hit?.contains(part));
      return hit !== null && isOwn
        ? null
        : `${hit?.outerHTML.slice(0, 120)} over ${Math.round(x)} ${Math.round(y)}`;
    };
    const within = document.querySelector('[role="dialog"]') ?? document;
    return [...within.querySelectorAll<HTMLElement>(selector)]
      .filter(
        (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled'),
      )
      .filter((element) => element.closest('figure, svg, [inert], [aria-hidden="true"]') === null)
      .flatMap((element) => {
        element.focus();
        // A browser does not scroll an element that is only partly beyond the edge of a scrolling part.
        element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
        const cover = document.activeElement === element ? coverOf(element) : null;
        return cover === null ? [] : [`${cover}: ${element.outerHTML.slice(0, 160)}`];
      });
  }, targets);
