import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type MailServer, startMailServer } from './mailServer.ts';
import { type OidcProvider, startOidcProvider } from './oidcProvider.ts';
import { freePort, type Portal, startPortal } from './portal.ts';

/** A portal besides that of the worker: it has a public address, sends mail and knows a provider. */
export interface PublicSite {
  readonly portal: Portal;
  readonly provider: OidcProvider;
  readonly mails: MailServer;
  close(): Promise<void>;
}

const people = {
  'bo-0817': { preferred_username: 'bo', name: 'Bo Lindqvist', email: 'bo@university.example' },
  'mallory-3': { preferred_username: 'researcher', name: 'Mallory', email: 'mallory@university.example' },
};

export async function startPublicSite(): Promise<PublicSite> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const mails = await startMailServer();
  const provider = await startOidcProvider('university', url, people);
  const folder = mkdtempSync(path.join(tmpdir(), 'atrium-oidc-'));
  const file = path.join(folder, 'oidc.json');
  const university = {
    id: 'university',
    label: 'University of Somewhere',
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecretEnv: 'UNIVERSITY_CLIENT_SECRET',
    createAccounts: true,
  };
  writeFileSync(file, JSON.stringify({ local: true, providers: [university] }));
  const portal = await startPortal({
    from: process.env['ATRIUM_E2E_HOME'],
    port,
    env: {
      ATRIUM_OIDC_CONFIG: file,
      ATRIUM_PUBLIC_URL: url,
      UNIVERSITY_CLIENT_SECRET: provider.clientSecret,
      ATRIUM_MAIL_URL: mails.url,
      ATRIUM_MAIL_FROM: 'portal@hearts.example',
    },
  });
  return {
    portal,
    provider,
    mails,
    close: async () => {
      await portal.stop();
      await provider.close();
      await mails.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export const chooseProvider = (page: Page) =>
  page.getByRole('link', { name: 'Log in with University of Somewhere' }).click();

/** Fills in the forms of the provider; any password is right. */
export async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any');
  await page.locator('button[type="submit"]').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}
