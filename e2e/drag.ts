import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

interface Drag {
  readonly handle: Locator;
  /** Where the mouse button is released: just inside an edge of another part. */
  readonly to: { readonly part: Locator; readonly edge: 'top' | 'bottom' };
  /** What a screen reader announces about the drop position. */
  readonly announced: string;
}

/** Waits until the page announces this to screen readers; each area in which things are dragged has a live region. */
export const expectAnnounced = (page: Page, announced: string): Promise<void> =>
  expect(page.locator('[id^="DndLiveRegion"]', { hasText: announced })).toHaveCount(1);

/** Drags with the mouse, and drops once the page announces the drop position. */
export async function dragByMouse(page: Page, { handle, to, announced }: Drag): Promise<void> {
  // Hovering waits until the handle does not move; only then are the boxes right.
  await handle.hover();
  const [start, target] = [await handle.boundingBox(), await to.part.boundingBox()];
  if (start === null || target === null) throw new Error('There is nothing to drag.');
  const [x, y] = [start.x + start.width / 2, start.y + start.height / 2];
  await page.mouse.down();
  const isBelow = target.y > y;
  await page.mouse.move(x, y + (isBelow ? 12 : -12), { steps: 3 });
  await page.mouse.move(x, to.edge === 'top' ? target.y + 4 : target.y + target.height - 4, { steps: 8 });
  await expectAnnounced(page, announced);
  await page.mouse.up();
  // For 50 ms after a drop the page ignores clicks, so that the drop does not count as one; this timer ends later.
  await page.evaluate(() => new Promise((resolve) => window.setTimeout(resolve, 50)));
}

/** Lifts something by its handle and the space bar, as a person without a mouse does, and waits until it can be moved. */
export async function liftByKey(page: Page, handle: Locator, announced: string): Promise<void> {
  await handle.focus();
  await page.keyboard.press('Space');
  await expectAnnounced(page, announced);
  // The page listens for the next key from its next timer on, which was set before this one.
  await page.evaluate(() => new Promise((resolve) => window.setTimeout(resolve)));
}
