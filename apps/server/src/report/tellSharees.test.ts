import { beforeEach, expect, it } from 'vitest';
import { localSignInOnly } from '../config/signInSettings.ts';
import type { PersonalMail } from '../mail/index.ts';
import { portalOfFile } from '../testing/ofFile.ts';

const mails: PersonalMail[] = [];
let refusesMail = false;

const portal = await portalOfFile({
  signIn: { ...localSignInOnly, publicUrl: 'https://portal.example' },
  mails: {
    sends: true,
    enqueue: async (_transaction, mail) => {
      if (refusesMail) throw new Error('The queue is away.');
      if ('accountId' in mail) mails.push(mail);
    },
    close: async () => {},
  },
});
const dataset = await portal.aDataset({
  uniqueId: 'small',
  name: 'Small one',
  packagePath: portal.smallPackage,
});
const account = await portal.anAccount({ fullName: 'Ada' });
const ada = await portal.signedIn((await portal.aMember({ account, dataset, level: 'phi' })).account);
beforeEach(() => {
  mails.length = 0;
  refusesMail = false;
});

const member = () => portal.aMember({ dataset, level: 'deid' });
const post = async (path: string, body: object) => (await ada.post(`small/reports/${path}`, body)).json();
const create = async (form: object): Promise<number> =>
  (await post('create_form/', { name: 'Septal defects', ...form })).report_id;

it('people with whom a new report is shared get a mail that leads to it (rule 12.12)', async () => {
  const bo = await member();
  const id = await create({ share_with: [bo.membershipId] });
  expect(mails).toEqual([
    {
      key: `report ${id} shared with ${bo.account.id}`,
      accountId: bo.account.id,
      subject: 'Ada shared the report “Septal defects” with you',
      text: expect.stringContaining(`https://portal.example/small/reports/${id}`),
    },
  ]);
});

it('only people with whom a report was not shared before get a mail, after any form', async () => {
  const [bo, cy, di] = [await member(), await member(), await member()];
  const id = await create({ share_with: [bo.membershipId] });
  mails.length = 0;
  await post(`${id}/share_form/`, { share_with: [bo.membershipId, cy.membershipId] });
  expect(mails.map(({ accountId }) => accountId)).toEqual([cy.account.id]);
  const everyone = [bo, cy, di].map(({ membershipId }) => membershipId);
  await post(`${id}/edit_form/`, { name: 'Septal defects', share_with: everyone });
  expect(mails.map(({ accountId }) => accountId)).toEqual([cy.account.id, di.account.id]);
});

it('nobody gets a mail about a form that is refused, or about a public report', async () => {
  const bo = await member();
  await post('create_form/', { name: '', share_with: [bo.membershipId] });
  await post('create_form/', { name: 'Wrong', share_with: [bo.membershipId, 999_999] });
  await create({ public: 'on' });
  expect(mails).toEqual([]);
});

it('a report whose mails cannot be stored is not shared', async () => {
  const bo = await member();
  const id = await create({});
  refusesMail = true;
  const reply = await ada.post(`small/reports/${id}/share_form/`, { share_with: [bo.membershipId] });
  expect(reply.statusCode).toBe(500);
  const { results } = (await (await portal.signedIn(bo.account)).get('small/reports/')).json();
  expect(results.map((report: { id: number }) => report.id)).not.toContain(id);
});
