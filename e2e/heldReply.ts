import type { Page, Request } from '@playwright/test';

/** A reply that is held back until it is released. */
export interface HeldReply {
  /** The server has answered. */
  readonly arrived: Promise<void>;
  /** Releases the reply, and resolves when the page has it or has aborted the call. */
  release(): Promise<void>;
}

/** A promise and its resolve function. */
function signal(): { readonly given: Promise<void>; readonly give: () => void } {
  let give = (): void => undefined;
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return { given, give };
}

/** Holds back the reply to the first matching call; later calls pass. */
export async function holdFirst(page: Page, fits: (call: Request) => boolean): Promise<HeldReply> {
  const [arrival, release, delivery] = [signal(), signal(), signal()];
  let isFirst = true;
  await page.route('**/api/**', async (route) => {
    if (!isFirst || !fits(route.request())) return route.fallback();
    isFirst = false;
    const response = await route.fetch();
    arrival.give();
    await release.given;
    try {
      await route.fulfill({ response });
      await (await route.request().response())?.finished();
    } catch {
      // The page has aborted the call in the meantime.
    }
    delivery.give();
  });
  return {
    arrived: arrival.given,
    release: () => {
      release.give();
      return delivery.given;
    },
  };
}
