import type { Page } from '@playwright/test';

/** One shift of the layout, as the browser reports it. */
export interface Shift {
  readonly score: number;
  readonly atMs: number;
  /** Within half a second of a click or a key: the person expects it, and it counts apart. */
  readonly isAfterInput: boolean;
  /** The parts that moved, from where to where. */
  readonly moved: readonly string[];
}

declare global {
  interface Window {
    layoutShifts?: Shift[];
  }
  /** The fields of a `layout-shift`, which the types of the document leave out. */
  interface PerformanceEntry {
    readonly value?: number;
    readonly hadRecentInput?: boolean;
    readonly sources?: readonly {
      readonly node: Node | null;
      readonly previousRect: DOMRectReadOnly;
      readonly currentRect: DOMRectReadOnly;
    }[];
  }
}

/** A screen may shift by less than this: half of what web vitals call good. */
export const maxShift = 0.05;

/** Each document that the page loads from now on notes its shifts. */
export async function noteShifts(page: Page): Promise<void> {
  // Under tsx a named function calls `__name`, which no page has.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    window.layoutShifts = shifts;
    const box = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map((length) => Math.round(length)).join(' ');
    const nameOf = (node: Node | null) => {
      const tag = node instanceof Element ? `<${node.localName} class="${node.className}"> ` : '';
      return `${tag}${node?.textContent?.slice(0, 40)}`;
    };
    new PerformanceObserver((list) => {
      for (const { value = 0, hadRecentInput = false, sources = [], startTime } of list.getEntries()) {
        const moved = sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${box(previousRect)} -> ${box(currentRect)}`,
        );
        shifts.push({ score: value, atMs: startTime, isAfterInput: hadRecentInput, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** The shifts of the open document so far. */
export async function shiftsOf(page: Page): Promise<readonly Shift[]> {
  // Two frames: what was laid out last is painted and reported.
  return page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame += 1) await new Promise((drawn) => requestAnimationFrame(drawn));
    return window.layoutShifts ?? [];
  });
}

/** The worst session window: shifts less than a second apart, over five seconds at most, added up. */
export function worstWindow(shifts: readonly Shift[]): number {
  let [worst, sum, begin, last] = [0, 0, 0, Number.NEGATIVE_INFINITY];
  for (const { score, atMs } of shifts) {
    if (atMs - last >= 1000 || atMs - begin >= 5000) [sum, begin] = [0, atMs];
    sum += score;
    last = atMs;
    worst = Math.max(worst, sum);
  }
  return worst;
}
