import type { Page } from '@playwright/test';
import { expect } from './test.ts';

const reportsOf = (dataset: string) => `/api/v2/${dataset}/reports`;

/** Deletes the reports of the signed-in person, which earlier tests may have left. */
export async function deleteOwnReports(page: Page): Promise<void> {
  const { results } = await (await page.request.get(`${reportsOf('default')}/?state=mine`)).json();
  for (const { id } of results) {
    const reply = await page.request.post(`${reportsOf('default')}/${id}/delete_form/`);
    expect(reply.status()).toBe(200);
  }
}

interface SavedReport {
  readonly name: string;
  readonly description?: string;
  /** The name of its project. */
  readonly project_other?: string;
  readonly public?: 'on';
  readonly with_analysis?: 'on';
}

/** Saves the active definitions of the signed-in person as a report, and returns its id. */
export async function saveReport(page: Page, body: SavedReport, dataset = 'default'): Promise<number> {
  const reply = await (await page.request.post(`${reportsOf(dataset)}/create_form/`, { data: body })).json();
  expect(reply, JSON.stringify(body)).toMatchObject({ status: 'complete' });
  return reply.report_id;
}
