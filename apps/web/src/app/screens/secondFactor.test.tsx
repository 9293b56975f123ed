import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { FactorStatus, SecondStep } from '@atrium/contract/wire/secondFactor';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { aFactorStatus, openFactor, recoveryCodes, signedIn, versions } from '../../testing/secondFactor.ts';
import { answers, refuses, respondsWith, server } from '../../testing/server.ts';

const signedOut = (secondStep: SecondStep | null) => ({ user: null, session: null, secondStep, ...versions });
const done = { status: 'complete' } as const;
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const factor = { secret, uri: `otpauth://totp/Atrium:mreyes?secret=${secret}&issuer=Atrium` };
const wrong = { detail: 'This code is wrong, or was used before.', code: 'bad_code' };

beforeEach(() => {
  server.use(
    answers(catalogueEndpoints.datasets, { datasets: [] }),
    answers(catalogueEndpoints.memberships, { memberships: [] }),
  );
});

describe('the second step of a sign-in', () => {
  const atLogin = (step: SecondStep) => {
    let current: ReturnType<typeof signedOut> | typeof signedIn = signedOut(step);
    server.use(
      answers(accessEndpoints.currentUser, () => current),
      answers(accessEndpoints.signOut, () => {
        current = signedOut(null);
        return done;
      }),
    );
    const signIn = () => {
      current = signedIn;
    };
    return { signIn, ...renderPortal('/login?returnTo=%2Faccount') };
  };

  it('follows the password, and leads to the wanted page', async () => {
    server.use(
      answers(accessEndpoints.currentUser, signedOut(null)),
      answers(accessEndpoints.signIn, signedOut('show')),
      answers(accessEndpoints.giveCode, ({ body }) => {
        expect(body).toEqual({ code: '123 456' });
        server.use(answers(accessEndpoints.currentUser, signedIn));
        return signedIn;
      }),
    );
    const { user, router } = renderPortal('/login?returnTo=%2Faccount%3Ftab%3Dpassword');
    await user.type(await screen.findByLabelText('User name'), 'mreyes');
    await user.type(screen.getByLabelText('Password'), 'tall harbour lamp{Enter}');
    const code = await screen.findByLabelText('Code');
    expect(code).toHaveFocus();
    expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await user.type(code, '123 456{Enter}');
    await waitFor(() => expect(router.state.location.href).toBe('/account?tab=password'));
  });

  it('is there again after a reload, and refuses a wrong code at its field', async () => {
    const { user } = atLogin('show');
    server.use(refuses(accessEndpoints.giveCode, 400, wrong));
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByText(wrong.detail)).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(expect.stringContaining(wrong.detail));
  });

  it('asks for a code before it sends anything', async () => {
    const { user } = atLogin('show');
    await user.click(await screen.findByRole('button', { name: 'Log in' }));
    expect(await screen.findByText('Enter a code')).toBeVisible();
  });

  it('after too many codes shows how long to wait', async () => {
    const { user } = atLogin('show');
    const refusal = { detail: 'Too many attempts.', code: 'too_many_requests' };
    server.use(
      respondsWith(accessEndpoints.giveCode, () =>
        HttpResponse.json(refusal, { status: 429, headers: { 'retry-after': '60' } }),
      ),
    );
    await user.type(await screen.findByLabelText('Code'), '000000{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('You can try again in 1 minute.');
    expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
  });

  it('that took too long says so, and begins again with the password', async () => {
    const { user } = atLogin('show');
    const late = { detail: 'The log-in took too long. Please begin again.', code: 'bad_credentials' };
    server.use(refuses(accessEndpoints.giveCode, 401, late));
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent(late.detail);
    await user.click(screen.getByRole('button', { name: 'Back to the log-in' }));
    expect(await screen.findByLabelText('User name')).toBeVisible();
  });

  it('is the set-up where the site requires one: secret, code, and recovery codes that stay until they are stored', async () => {
    const { user, router, signIn } = atLogin('set_up');
    server.use(
      answers(accessEndpoints.setUpAtSignIn, factor),
      answers(accessEndpoints.turnOnAtSignIn, () => {
        signIn();
        return { recoveryCodes };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Set up' }));
    expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
    expect(screen.getByText('1. Scan this with your app')).toHaveFocus();
    expect(screen.getByLabelText('Or enter this secret by hand')).toHaveValue(
      'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    );
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(router.state.location.pathname).toBe('/login');
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  });
});

describe('the second factor of the account', () => {
  const off = aFactorStatus();
  const since = '2026-09-14T08:00:00Z';
  const on: FactorStatus = { ...off, isOn: true, since, hasApp: true, recoveryCodesLeft: 10 };

  it('is turned on with the password and a first code, and then shows recovery codes once', async () => {
    const { user, becomes } = openFactor(off);
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.setUpFactor, ({ body }) => {
        sent.push(body);
        return factor;
      }),
      answers(accessEndpoints.turnOnFactor, ({ body }) => {
        sent.push(body);
        becomes(on);
        return { recoveryCodes };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    expect(screen.getByLabelText('Your password')).toHaveFocus();
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp{Enter}');
    await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(recoveryCodes[0] ?? '')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Store your recovery codes now' })).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(screen.getByText(recoveryCodes[0] ?? '')).toBeVisible();
    expect(sent).toEqual([{ password: 'tall harbour lamp' }, { code: '123456' }]);
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    expect(await screen.findByText(/^On since/)).toBeVisible();
    expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull();
  });

  it('refuses a wrong password at its field', async () => {
    const { user } = openFactor(off);
    const detail = 'The current password is wrong.';
    server.use(refuses(accessEndpoints.setUpFactor, 401, { detail, code: 'bad_credentials' }));
    await user.click(await screen.findByRole('button', { name: 'Turn on' }));
    await user.type(screen.getByLabelText('Your password'), 'wrong{Enter}');
    expect(await screen.findByText(detail)).toBeVisible();
    expect(screen.getByLabelText('Your password')).toHaveAccessibleDescription(detail);
  });

  it('is turned off with password and code', async () => {
    const { user, becomes } = openFactor(on);
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.turnOffFactor, ({ body }) => {
        sent.push(body);
        becomes(off);
        return done;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp');
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(/your password alone is enough/)).toBeVisible();
    expect(sent).toEqual([{ password: 'tall harbour lamp', code: '123456' }]);
  });

  it('gets new recovery codes', async () => {
    const { user } = openFactor({ ...on, recoveryCodesLeft: 2 });
    expect(await screen.findByText('2 recovery codes are left')).toBeVisible();
    expect(screen.getByText('Make new ones before the last is used.')).toBeVisible();
    server.use(answers(accessEndpoints.renewRecoveryCodes, { recoveryCodes }));
    await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp');
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText(recoveryCodes[1] ?? '')).toBeVisible();
  });

  it('says that the site requires it', async () => {
    openFactor({ ...on, isRequired: true });
    expect(await screen.findByText(/This site requires it of your account/)).toBeVisible();
  });

  it('is not offered to people of a provider', async () => {
    openFactor(off, false);
    expect(await screen.findByText(/whose own second factor counts here/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull();
  });

  it('of an account without a password is turned off with a code alone', async () => {
    const { user } = openFactor(on, false);
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    expect(screen.getByLabelText('Code')).toHaveFocus();
    expect(screen.queryByLabelText('Your password')).toBeNull();
  });

  it('that cannot be loaded says so and can be tried again', { tags: 'long' }, async () => {
    server.use(refuses(accessEndpoints.secondFactor, 503, { detail: 'Not ready.', code: 'not_ready' }));
    server.use(answers(accessEndpoints.currentUser, signedIn));
    renderPortal('/account?tab=factor');
    expect(await screen.findByText('Your second factor could not be loaded')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
