import { expectNoAxeFault } from './axe.ts';
import { signIn } from './session.ts';
import { aPublicKey, removeOwnKeys } from './sshKeys.ts';
import { expect, test } from './test.ts';

test('a key is made by the guide, sent, found again, replaced and deleted', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page);
  await removeOwnKeys(page);
  await page.goto('/');
  await page.getByRole('button', { name: /Researcher/ }).click();
  await page.getByRole('menuitem', { name: 'Upload Aspera SSH Key' }).click();
  await page.getByRole('link', { name: 'Read how to make a key' }).click();
  await expect(page.getByRole('heading', { name: 'Guide to the transfer service' })).toBeFocused();
  for (const text of ['33001', '8443', '/pcgc/public', 'ssh-keygen -t rsa -b 4096'])
    await expect(page.getByText(text).first()).toBeVisible();
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Data folder' })
    .click();
  await expect(page).toHaveURL(/#folder$/);
  await expect(page.getByRole('heading', { name: 'Data folder' })).toBeInViewport();
  await expectNoAxeFault(page);

  await page.getByRole('link', { name: 'SSH keys page' }).click();
  const field = page.getByRole('textbox', { name: 'Public SSH key' });
  await field.fill('-----BEGIN OPENSSH PRIVATE KEY-----');
  await page.getByRole('button', { name: 'Send SSH key' }).click();
  await expect(page.getByText(/This is a private key, so it was not sent/)).toBeVisible();

  await field.fill(`command="id" ${aPublicKey('odd')}`);
  await page.getByRole('button', { name: 'Send SSH key' }).click();
  await expect(page.getByRole('alert')).toContainText('An error has occured, please email');
  await expect(field).toHaveValue(/^command=/);
  await expectNoAxeFault(page);

  const name = `laptop ${Date.now()}`;
  await field.fill(aPublicKey(name));
  await page.getByRole('button', { name: 'Send SSH key' }).click();
  await expect(page.getByText('Message Sent!')).toBeVisible();
  await expect(field).toHaveValue('');
  const key = page.getByRole('list', { name: 'Your keys' }).getByRole('listitem').filter({ hasText: name });
  await expect(key).toContainText(/SHA256:\S{43}/);

  await page.getByRole('button', { name: `Replace ${name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(aPublicKey('new laptop'));
  await expectNoAxeFault(page);
  await dialog.getByRole('button', { name: 'Replace the key' }).click();
  await expect(key).toHaveCount(0);
  await page.getByRole('button', { name: 'Delete new laptop' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('You have no key yet.')).toBeVisible();
});
