import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const list = '/api/v2/default/reports';

/** Deletes the reports of whoever is signed in, whatever an earlier test has left. */
export async function deleteOwnReports(page: Page): Promise<void> {
  const { results } = await (await page.request.get(`${list}/?state=mine`)).json();
  for (const { id } of results) {
    const reply = await page.request.post(`${list}/${id}/delete_form/`);
    expect(reply.status()).toBe(200);
  }
}

/** Saves what is active for whoever is signed in as a report, and returns its id. */
export async function saveReport(page: Page, body: { readonly name: string } & object): Promise<number> {
  const reply = await (await page.request.post(`${list}/create_form/`, { data: body })).json();
  expect(reply, JSON.stringify(body)).toMatchObject({ status: 'complete' });
  return reply.report_id;
}

/** The membership of somebody with whom a report can be shared, by name. */
export async function memberNamed(page: Page, name: string): Promise<number> {
  const form = await (await page.request.get(`${list}/create_form/`)).json();
  const options: { username: string; user_id: number }[] = form.data.fForm.shared_options;
  const found = options.find(({ username }) => username.includes(name));
  if (found === undefined) throw new Error(`${name} is no member who may see reports.`);
  return found.user_id;
}
