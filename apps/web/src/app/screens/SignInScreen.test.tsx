import { accessEndpoints } from '@atrium/contract/endpoints/access';
import { type SignInOptions, signInProblems } from '@atrium/contract/wire/access';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../features/access/accessWords.ts';
import { renderPortal } from '../../testing/renderPortal.tsx';
import { answers, respondsWith, server } from '../../testing/server.ts';

const university = { id: 'university', label: 'University', startUrl: '/api/v2/auth/oidc/university/start' };

function opens(address: string, signIn: SignInOptions = { local: true, providers: [] }) {
  server.use(
    answers(accessEndpoints.currentUser, {
      user: null,
      session: null,
      signIn,
      platformVersion: 'v1',
      version: 'v1',
    }),
  );
  return renderPortal(address);
}
const provider = () => screen.findByRole('link', { name: 'Log in with University' });

describe('the sign-in page offers the site’s ways to sign in', () => {
  it('a password form and a provider', async () => {
    opens('/login', { local: true, providers: [university] });
    expect(await provider()).toHaveAttribute('href', university.startUrl);
    expect(screen.getByLabelText('User name')).toBeVisible();
  });

  it('a provider alone', async () => {
    opens('/login', { local: false, providers: [university] });
    await provider();
    expect(screen.queryByLabelText('User name')).toBeNull();
  });

  it('a password form alone, which password managers can fill in, with the focus on the name', async () => {
    opens('/login');
    const name = await screen.findByLabelText('User name');
    expect(name).toHaveFocus();
    expect(name).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByRole('link', { name: /Log in with/ })).toBeNull();
  });

  it('none, and then says so', async () => {
    opens('/login', { local: false, providers: [] });
    expect(await screen.findByRole('alert')).toHaveTextContent('Nobody can log in at the moment');
  });
});

it('a provider leads back to the wanted page', async () => {
  opens('/login?returnTo=%2Fdefault%2Fquery%3Fconcept%3Dsex', { local: true, providers: [university] });
  expect(await provider()).toHaveAttribute(
    'href',
    `${university.startUrl}?return_to=%2Fdefault%2Fquery%3Fconcept%3Dsex`,
  );
});

it.each(signInProblems)('a sign-in that ended with %s is explained', async (problem) => {
  opens(`/login?error=${problem}`);
  expect(await screen.findByRole('alert')).toHaveTextContent(describeProblem(problem));
});

it('a person whose session has ended sees that unapplied filters are kept', async () => {
  opens('/login?ended=idle&returnTo=%2Fdefault%2Fquery');
  const notice = await screen.findByText(/You were not active for a while/);
  expect(notice).toHaveTextContent('what you had typed and not saved is kept');
});

it('after too many attempts the page shows how long to wait, and sends nothing until then', async () => {
  let attempts = 0;
  const { user } = opens('/login');
  server.use(
    respondsWith(accessEndpoints.signIn, () => {
      attempts += 1;
      const refusal = { detail: 'Too many requests.', code: 'too_many_requests' };
      return HttpResponse.json(refusal, { status: 429, headers: { 'retry-after': '75' } });
    }),
  );
  await user.type(await screen.findByLabelText('User name'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('You can try again in 1 minute 15 seconds.');
  expect(screen.getByRole('button', { name: 'Log in' })).toBeDisabled();
  await user.type(screen.getByLabelText('Password'), '{Enter}');
  expect(attempts).toBe(1);
});

it('a person whose session ended in this tab comes to the home page, with the reason and the address (rule 14.40)', async () => {
  window.sessionStorage.setItem('atrium-visit', '{"ended":"expired","returnTo":null}');
  const { router } = opens('/default/query?concept=sex');
  expect(await screen.findByText('Your session has ended')).toBeVisible();
  expect(router.state.location.search).toEqual({
    returnTo: '/default/query?concept=sex',
    ended: 'expired',
  });
  expect(router.state.location.pathname).toBe('/');
});

it('an inactive person whom the provider sent to the home page is sent on to the sign-in page', async () => {
  window.sessionStorage.setItem('atrium-visit', '{"ended":"idle","returnTo":"/default/results"}');
  const { router } = opens('/');
  expect(await screen.findByText('Your session has ended')).toBeVisible();
  expect(router.state.location.search).toEqual({ returnTo: '/default/results', ended: 'idle' });
});
