import type { Page } from '@playwright/test';
import { edit, isCohortEdit, startWith, surgerySet } from './definitions.ts';
import { type HeldReply, holdFirst } from './heldReply.ts';
import { filters } from './locators.ts';
import { signIn } from './session.ts';
import { expect, test } from './test.ts';

const addRule = (page: Page, set: string) =>
  filters(page).getByRole('button', { name: `Add date rule: ${set}` });
const removeRule = (page: Page, set: string) =>
  filters(page).getByRole('button', { name: `Remove date rule: ${set}` });

/** Removes the date rule of the first set, and holds back the reply. */
async function beginEdit(page: Page): Promise<HeldReply> {
  const reply = await holdFirst(page, isCohortEdit);
  await removeRule(page, 'Surgery 1').click();
  await reply.arrived;
  return reply;
}

/** Presses the button of the second set, and holds it down until the reply has moved it. */
async function pressMeanwhile(page: Page): Promise<void> {
  const reply = await beginEdit(page);
  await removeRule(page, 'Surgery 2').hover();
  await page.mouse.down();
  await reply.release();
  await expect(addRule(page, 'Surgery 1')).toBeVisible();
}

test.beforeEach(async ({ page }) => {
  await signIn(page);
  await startWith(page);
  for (const set of [surgerySet, surgerySet]) {
    const entry_id = await edit(page, 'cohort_def', set);
    await edit(page, 'cohort_def', { type: 'create_event_rule', entry_id });
  }
  await page.goto('/default/query');
  await expect(removeRule(page, 'Surgery 2')).toBeVisible();
});

test('an edit that is asked for while another is under way is made after it', {
  tag: '@long',
}, async ({ page }) => {
  const reply = await beginEdit(page);
  await removeRule(page, 'Surgery 2').click();
  await reply.release();
  await expect(addRule(page, 'Surgery 1')).toBeVisible();
  await expect(addRule(page, 'Surgery 2')).toBeVisible();
});

test('a button that an answer moves between press and release is pressed all the same', {
  tag: '@long',
}, async ({ page }) => {
  await pressMeanwhile(page);
  await page.mouse.up();
  await expect(addRule(page, 'Surgery 2')).toBeVisible();
});

test('who moves the pointer away before the release takes the press back', { tag: '@long' }, async ({
  page,
}) => {
  await pressMeanwhile(page);
  await page.mouse.move(700, 450);
  await page.mouse.up();
  await page.getByRole('button', { name: /^Undo: remove the date rule of Surgery 1/ }).click();
  await expect(removeRule(page, 'Surgery 1')).toBeVisible();
  await expect(removeRule(page, 'Surgery 2')).toBeVisible();
});
