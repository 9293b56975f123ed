import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../testing/testApp.ts';

let portal: TestApp;
let webFolder: string;
beforeAll(async () => {
  webFolder = await mkdtemp(path.join(tmpdir(), 'atrium-page-'));
  await writeFile(path.join(webFolder, 'index.html'), '<title>Atrium</title>');
  portal = await testApp({ webFolder });
});
afterAll(async () => {
  await portal.close();
  await rm(webFolder, { recursive: true });
});

it('lists what the caller may open or ask for, by name; an unlisted dataset is shown to its members only', async () => {
  await portal.aDataset({ uniqueId: 'listed', name: 'B' });
  const unlisted = await portal.aDataset({ uniqueId: 'unlisted', name: 'C', settings: { listed: false } });
  await portal.aDataset({ uniqueId: 'open', name: 'A', settings: { autoMembership: { level: 'agg' } } });
  await portal.aDataset({
    uniqueId: 'quietlyOpen',
    name: 'D',
    settings: { listed: false, autoMembership: { level: 'agg' } },
  });
  expect(await seenBy(await portal.anAccount())).toEqual(['open', 'listed', 'quietlyOpen']);
  const { account } = await portal.aMember({ dataset: unlisted });
  expect(await seenBy(account)).toEqual(['open', 'listed', 'unlisted', 'quietlyOpen']);
});

it('the links of a header keep the order in which they were written', async () => {
  const headerLinks = { 'Study protocol': 'https://a.example/', Help: 'https://b.example/', About: '/about' };
  const dataset = await portal.aDataset({ uniqueId: 'linked', settings: { headerLinks } });
  const { account } = await portal.aMember({ dataset });
  const reply = await (await portal.signedIn(account)).get('dataset/linked');
  const links: object = reply.json().extraHeaderLinks;
  expect(Object.entries(links)).toEqual(Object.entries(headerLinks));
});

it('a link of another kind that was stored before is left out, and the other settings hold', async () => {
  const headerLinks = { Help: 'https://b.example/', Trap: 'javascript:alert(1)' };
  const settings = { headerLinks, smallCountThreshold: 20 };
  const dataset = await portal.aDataset({ uniqueId: 'trapped', settings });
  const { account } = await portal.aMember({ dataset, level: 'agg' });
  const reply = await (await portal.signedIn(account)).get('dataset/trapped');
  expect(reply.json()).toMatchObject({
    extraHeaderLinks: { Help: 'https://b.example/' },
    smallCountThreshold: 20,
  });
  expect(reply.body).not.toContain('javascript');
});

it('settings that cannot be read open nothing: not listed, not joined, and no figure for aggregates', async () => {
  const settings = { autoMembership: { level: 'phi' }, smallCountThreshold: 20 } as const;
  const dataset = await portal.aDataset({ uniqueId: 'spoilt', packagePath: portal.smallPackage, settings });
  const { account } = await portal.aMember({ dataset, level: 'agg' });
  const stranger = await portal.anAccount();
  await portal.db
    .updateTable('dataset')
    .set({ settings: JSON.stringify({ ...settings, smallCountThreshold: 'twenty' }) })
    .where('id', '=', dataset.id)
    .execute();
  const member = await portal.signedIn(account);
  expect(await seenBy(stranger)).not.toContain('spoilt');
  expect((await (await portal.signedIn(stranger)).get('dataset/spoilt')).statusCode).toBe(403);
  await member.post('spoilt/analysis_def/', {
    transformation: { type: 'add_entry', concept_id: 'sex', role: 'rows' },
  });
  const reply = await member.get('spoilt/analysis_tools/run_analysis/');
  expect([reply.statusCode, reply.json().code]).toEqual([503, 'not_ready']);
});

it('the page may show the logo of a dataset on another origin; that of an unlisted one to its members only', async () => {
  await portal.aDataset({ uniqueId: 'logo', settings: { logo: 'https://cdn.logo.example/a.svg' } });
  const settings = { listed: false, logo: 'https://hidden.example/b.svg' };
  const hidden = await portal.aDataset({ uniqueId: 'hiddenLogo', settings });
  const { account } = await portal.aMember({ dataset: hidden });
  const policyFor = async (caller: TestApp['anonymous']) => {
    const reply = await caller.send({ method: 'GET', url: '/', headers: { accept: 'text/html' } });
    return String(reply.headers['content-security-policy']);
  };
  expect(await policyFor(portal.anonymous)).toContain("img-src 'self' data: https://cdn.logo.example;");
  expect(await policyFor(await portal.signedIn(await portal.anAccount()))).not.toContain('hidden.example');
  expect(await policyFor(await portal.signedIn(account))).toContain('https://hidden.example');
});

async function seenBy(account: Awaited<ReturnType<TestApp['anAccount']>>): Promise<readonly string[]> {
  const reply = await (await portal.signedIn(account)).get('dataset/');
  return reply.json().datasets.map((one: { unique_id: string }) => one.unique_id);
}
