import { expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';

const portal = await portalOfFile();

it('listing memberships makes none; only opening a dataset makes an automatic member', async () => {
  const autoMembership = { level: 'agg', canViewWorkspace: false } as const;
  await portal.aDataset({ uniqueId: 'open', name: 'B', settings: { autoMembership } });
  const { account } = await portal.aMember({
    dataset: await portal.aDataset({ uniqueId: 'own', name: 'A' }),
    level: 'deid',
  });
  await portal.aMember({ dataset: await portal.aDataset({ uniqueId: 'ofOthers' }) });
  const caller = await portal.signedIn(account);
  const memberships = async () => (await caller.get('auth/memberships/')).json().memberships;
  const own = {
    dataset: 'own',
    access_level: 'deid',
    access_level_label: 'De-identified subject data',
    can_view_workspace: true,
    can_view_subject_details: true,
  };
  await caller.get('dataset/');
  expect(await memberships()).toEqual([own]);
  expect(await memberships()).toEqual([own]);
  await caller.get('dataset/open/');
  expect(await memberships()).toMatchObject([
    own,
    { dataset: 'open', access_level: 'agg', can_view_workspace: false },
  ]);
});
