import { afterAll, beforeAll, expect, it } from 'vitest';
import { createCaller } from '../../testing/caller.ts';
import { type OidcPortal, openOidcPortal, portalOrigin, signInThrough } from '../../testing/oidcPortal.ts';
import { codeOf } from '../../testing/secondFactor.ts';
import { linkIdentity } from '../index.ts';

let outside: OidcPortal;
beforeAll(async () => {
  outside = await openOidcPortal({ secondFactor: 'staff', hospitalFactor: 'portal' });
});
afterAll(() => outside.close());

it('a sign-in through a provider counts as its second factor, for staff too', async () => {
  const browser = outside.aBrowser();
  expect(await signInThrough(browser, 'ada', 'university', '/default/query')).toBe(
    `${portalOrigin}/default/query`,
  );
  expect((await outside.callerOf(browser).get('auth')).json().user).toMatchObject({
    username: 'ada',
    isStaff: true,
  });
});

it('one through a provider that does not is followed by the set-up, on the sign-in page, for staff without a password here', async () => {
  const { portal, hospital } = outside;
  const account = await portal.anAccount({ username: 'bo', password: null, isStaff: true });
  await linkIdentity(portal.db, { username: 'bo', issuer: hospital.issuer, subject: 'bo' });
  const browser = outside.aBrowser();
  const page = await signInThrough(browser, 'bo', 'hospital', '/default/query');
  expect(page).toBe(`${portalOrigin}/login?returnTo=%2Fdefault%2Fquery`);
  expect(browser.cookie('atrium_session') ?? '').toBe('');
  const waiting = createCaller(
    portal.app,
    `atrium_second_step=${browser.cookie('atrium_second_step') ?? ''}`,
  );
  expect((await waiting.get('auth')).json().second_step).toBe('set_up');
  const { secret } = (await waiting.post('auth/login/set_up')).json();
  await waiting.post('auth/login/turn_on', { code: codeOf(portal, secret) });
  const session = portal.db
    .selectFrom('session')
    .select(['provider', 'second_factor'])
    .where('account_id', '=', account.id);
  expect(await session.execute()).toEqual([{ provider: 'hospital', second_factor: 'totp' }]);
});
