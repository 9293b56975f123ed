import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import type { FactorStatus, FactorWay, SecondStep } from '@atrium/contract/wire/secondFactor';
import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeAuthenticator, installAuthenticator } from '../../testing/authenticator.ts';
import { aUser } from '../../testing/people.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { aFactorStatus, openFactor, recoveryCodes, signedIn, versions } from '../../testing/secondFactor.ts';
import { answers, refuses, server } from '../../testing/server.ts';

const challenge = 'd2FudGVk';
const request = {
  challenge,
  rpId: 'localhost',
  timeout: 1000,
  allowCredentials: [{ id: 'aWQ', type: 'public-key' as const, transports: [] }],
  userVerification: 'required' as const,
};
const creation = {
  challenge,
  rp: { id: 'localhost', name: 'Atrium' },
  user: { id: 'aWQ', name: 'mreyes', displayName: 'M. Reyes' },
  pubKeyCredParams: [{ type: 'public-key' as const, alg: -7 }],
  timeout: 1000,
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'preferred' as const, userVerification: 'required' as const },
  attestation: 'none' as const,
};
const head = { id: 'aWQ', rawId: 'aWQ', type: 'public-key' };
const shown = {
  ...head,
  response: { clientDataJSON: 'ZGF0YQ', authenticatorData: 'ZmxhZ3M', signature: 'c2lnbmVk' },
};
const made = {
  ...head,
  response: { clientDataJSON: 'ZGF0YQ', attestationObject: 'a2V5', transports: ['internal'] },
};
const done = { status: 'complete' } as const;

let authenticator: FakeAuthenticator;
beforeEach(() => {
  authenticator = installAuthenticator();
  server.use(
    answers(catalogueEndpoints.datasets, { datasets: [] }),
    answers(catalogueEndpoints.memberships, { memberships: [] }),
  );
});
afterEach(() => authenticator.remove());

describe('the second step of a sign-in', () => {
  const atLogin = (secondStep: SecondStep, secondStepWays: FactorWay[]) => {
    let current: object = { user: null, session: null, secondStep, secondStepWays, ...versions };
    server.use(answers(accessEndpoints.currentUser, () => ({ ...signedIn, ...current })));
    const signIn = () => {
      current = {};
    };
    return { signIn, ...renderPortal('/login?returnTo=%2Faccount') };
  };

  it('is a passkey, with a code beside it, and leads to the wanted page', async () => {
    const { user, router, signIn } = atLogin('show', ['passkey', 'app']);
    server.use(
      answers(accessEndpoints.challengeAtSignIn, request),
      answers(accessEndpoints.givePasskey, ({ body }) => {
        expect(body).toEqual({ passkey: shown });
        signIn();
        return signedIn;
      }),
    );
    expect(await screen.findByRole('heading', { name: 'Use your passkey' })).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription(/Six digits from your app/);
    const use = screen.getByRole('button', { name: 'Use a passkey' });
    expect(use).toHaveFocus();
    await user.click(use);
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
    expect(authenticator.requests).toEqual([{ kind: 'show', challenge: 'wanted' }]);
  });

  it('that was cancelled at the browser says so, and can be tried again', async () => {
    const { user } = atLogin('show', ['passkey']);
    server.use(answers(accessEndpoints.challengeAtSignIn, request));
    authenticator.refuse('NotAllowedError');
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('No passkey was used');
    expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeEnabled();
    expect(screen.getByLabelText('Code')).toHaveAccessibleDescription('One of your recovery codes');
  });

  it('that the portal refuses shows its reason', async () => {
    const { user } = atLogin('show', ['passkey']);
    const detail = 'The passkey was not accepted. Please try again.';
    server.use(
      answers(accessEndpoints.challengeAtSignIn, request),
      refuses(accessEndpoints.givePasskey, 400, { detail, code: 'bad_passkey' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(detail);
  });

  it('in a browser without passkeys asks for a code, and says why', async () => {
    authenticator.remove();
    atLogin('show', ['passkey', 'app']);
    expect(await screen.findByLabelText('Code')).toHaveFocus();
    expect(screen.getByText(/This browser cannot use your passkey/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Use a passkey' })).toBeNull();
  });

  it('is the set-up of a passkey where the site requires a second factor: a name, then recovery codes, which stay when the user is loaded again', async () => {
    const { user, router, signIn, queryClient } = atLogin('set_up', ['passkey', 'app']);
    server.use(
      answers(accessEndpoints.newPasskeyAtSignIn, creation),
      answers(accessEndpoints.addPasskeyAtSignIn, ({ body }) => {
        expect(body).toEqual({ name: 'Blue key', passkey: made });
        signIn();
        return { recoveryCodes };
      }),
    );
    expect(await screen.findByRole('button', { name: 'Set up an app' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Set up a passkey' }));
    await user.type(screen.getByLabelText('Name of the passkey'), 'Blue key{Enter}');
    const codes = await screen.findByRole('list', { name: 'Recovery codes' });
    await act(() => queryClient.refetchQueries());
    await screen.findByRole('button', { name: aUser().name });
    expect(within(codes).getAllByRole('listitem')).toHaveLength(2);
    expect(codes).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/account'));
  });

  it('is set up with an app alone where the site or the browser takes no passkeys', async () => {
    atLogin('set_up', ['app']);
    expect(await screen.findByRole('button', { name: 'Set up' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Set up a passkey' })).toBeNull();
  });
});

describe('the passkeys of the account', () => {
  const blue = { id: 3, name: 'Blue key', createdAt: '2026-09-14T08:00:00Z', lastUsedAt: null };
  const phone = { ...blue, id: 4, name: 'Phone', lastUsedAt: '2026-09-15T08:00:00Z' };
  const off = aFactorStatus({ offersPasskeys: true });
  const on: FactorStatus = {
    ...off,
    isOn: true,
    since: '2026-09-14T08:00:00Z',
    passkeys: [blue],
    recoveryCodesLeft: 10,
  };

  it('turn the second factor on: name and password, the browser, then recovery codes once', async () => {
    const { user, becomes } = openFactor(off);
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.newPasskey, ({ body }) => {
        sent.push(body);
        return creation;
      }),
      answers(accessEndpoints.addPasskey, ({ body }) => {
        sent.push(body);
        becomes(on);
        return { recoveryCodes };
      }),
    );
    expect(await screen.findByRole('button', { name: 'Turn on with an app' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Turn on with a passkey' }));
    expect(screen.getByLabelText('Name of the passkey')).toHaveFocus();
    await user.type(screen.getByLabelText('Name of the passkey'), 'Blue key');
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp{Enter}');
    expect(await screen.findByText(recoveryCodes[0] ?? '')).toBeVisible();
    expect(sent).toEqual([{ password: 'tall harbour lamp' }, { name: 'Blue key', passkey: made }]);
    await user.click(screen.getByRole('button', { name: 'I have stored them' }));
    const parts = await screen.findByRole('list', { name: /What you log in with/ });
    expect(within(parts).getByText('Blue key')).toBeVisible();
    expect(within(parts).getByText('never')).toBeVisible();
  });

  it('ask for a name before anything is sent', async () => {
    const { user } = openFactor(off);
    await user.click(await screen.findByRole('button', { name: 'Turn on with a passkey' }));
    await user.click(screen.getByRole('button', { name: 'Make the passkey' }));
    expect(await screen.findByText('Enter a name')).toBeVisible();
    expect(authenticator.requests).toEqual([]);
  });

  it('are added to those that are there, without new recovery codes', { tags: 'long' }, async () => {
    const { user, becomes } = openFactor(on);
    server.use(
      answers(accessEndpoints.newPasskey, creation),
      answers(accessEndpoints.addPasskey, () => {
        becomes({ ...on, passkeys: [blue, phone] });
        return { recoveryCodes: [] };
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name of the passkey'), 'Phone');
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp{Enter}');
    expect(await screen.findByText('The passkey was added')).toBeVisible();
    expect(await screen.findByText('Phone')).toBeVisible();
  });

  it('are not made twice by one device, in words of the portal', { tags: 'long' }, async () => {
    const { user } = openFactor(on);
    server.use(answers(accessEndpoints.newPasskey, creation));
    authenticator.refuse('InvalidStateError');
    await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
    await user.type(screen.getByLabelText('Name of the passkey'), 'Phone');
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp{Enter}');
    expect(await screen.findByRole('alert')).toHaveTextContent('has a passkey for your account already');
  });

  it('are removed with the password, but not the last part of the second factor', async () => {
    const { user, becomes } = openFactor({ ...on, hasApp: true, passkeys: [blue, phone] });
    expect(await screen.findByRole('button', { name: 'Remove Authenticator app' })).toBeVisible();
    server.use(
      answers(accessEndpoints.removePasskey, ({ params, body }) => {
        expect([params['passkeyId'], body]).toEqual(['4', { password: 'tall harbour lamp' }]);
        becomes(on);
        return done;
      }),
    );
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    expect(screen.getByText(/Your other sessions will end/)).toBeVisible();
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp{Enter}');
    await waitFor(() => expect(screen.queryByText('Phone')).toBeNull());
    expect(await screen.findByText('Blue key')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Remove/ })).toBeNull();
  });

  it('confirm that the second factor is turned off, in place of a code', async () => {
    const { user, becomes } = openFactor(on);
    const sent: unknown[] = [];
    server.use(
      answers(accessEndpoints.challenge, request),
      answers(accessEndpoints.turnOffFactor, ({ body }) => {
        sent.push(body);
        becomes(off);
        return done;
      }),
    );
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText('Enter your password')).toBeVisible();
    expect(authenticator.requests).toEqual([]);
    await user.type(screen.getByLabelText('Your password'), 'tall harbour lamp');
    await user.click(screen.getByRole('button', { name: 'Use a passkey' }));
    expect(await screen.findByText(/your password alone is enough/)).toBeVisible();
    expect(sent).toEqual([{ password: 'tall harbour lamp', passkey: shown }]);
  });

  it('are not offered where this browser has none', async () => {
    authenticator.remove();
    openFactor(off);
    expect(await screen.findByRole('button', { name: 'Turn on' })).toBeVisible();
    expect(screen.getByText('This browser cannot make passkeys.')).toBeVisible();
  });
});
