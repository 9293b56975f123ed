import { expect, type Page } from '@playwright/test';

const base = '/pcgc/importedfiles';

export async function emptyQueue(page: Page): Promise<void> {
  const reply = await page.request.post(`${base}/queue-type-list/clear/?dataset=default`);
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Puts the smallest file types of the active cohort into an empty queue, by the calls of the protocol. */
export async function addFirstTypes(page: Page, count: number): Promise<void> {
  await emptyQueue(page);
  const data = { dataset: 'default', file_tag: 'Local', file_category: 'data' };
  const listed = await page.request.post(`${base}/file-type-list/`, { data });
  const types: { total_size: number }[] = await listed.json();
  const smallest = types.toSorted((one, other) => one.total_size - other.total_size).slice(0, count);
  for (const type of smallest) {
    const reply = await page.request.post(`${base}/add-type-to-queue/data/`, {
      data: { ...type, dataset: 'default' },
    });
    expect(reply.status(), await reply.text()).toBe(200);
  }
}

/** The browser's private folder stands in for one that a person picks; it is on a disk too. */
export const pickPrivateFolder = (page: Page) =>
  page.addInitScript(() => {
    const pick = async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true });
    Object.assign(window, { showDirectoryPicker: pick });
  });

/** Has the portal say that a transfer service is set up. */
export const offerAspera = (page: Page) =>
  page.route(/\/transfers\/ways/, async (route) => {
    const response = await route.fetch();
    const reply = await response.json();
    const others = reply.ways.filter(({ way }: { way: string }) => way !== 'aspera');
    const ways = [{ way: 'aspera', is_available: true, reason: null }, ...others];
    await route.fulfill({ response, json: { ...reply, ways } });
  });
