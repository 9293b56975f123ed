import { accessEndpoints, type SignInOptions, signInProblems } from '@atrium/contract';
import { screen } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { describeProblem } from '../../features/access/signIn/words.ts';
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

describe('the sign-in page offers what the site has', () => {
  it('accounts of its own and a provider', async () => {
    opens('/login', { local: true, providers: [university] });
    expect(await provider()).toHaveAttribute('href', university.startUrl);
    expect(screen.getByLabelText('User name')).toBeVisible();
  });

  it('a provider alone', async () => {
    opens('/login', { local: false, providers: [university] });
    await provider();
    expect(screen.queryByLabelText('User name')).toBeNull();
  });

  it('accounts of its own alone, filled in by a password store, with the focus on the name', async () => {
    opens('/login');
    const name = await screen.findByLabelText('User name');
    expect(name).toHaveFocus();
    expect(name).toHaveAttribute('autocomplete', 'username');
    expect(screen.getByLabelText('Password')).toHaveAttribute('autocomplete', 'current-password');
    expect(screen.queryByRole('link', { name: /Log in with/ })).toBeNull();
  });

  it('nothing, and says so', async () => {
    opens('/login', { local: false, providers: [] });
    expect(await screen.findByRole('alert')).toHaveTextContent('Nobody can log in at the moment');
  });
});

it('a provider leads back to the page that was wanted', async () => {
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

it('whose session has ended is told that work is kept', async () => {
  opens('/login?ended=idle&returnTo=%2Fdefault%2Fquery');
  const notice = await screen.findByText(/There was no sign of you for a while/);
  expect(notice).toHaveTextContent('filters that you had not applied are kept');
});

it('too many attempts show how long to wait, and nothing is sent until then', async () => {
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

it('whose session ended in this tab is asked to log in at once, with the address kept', async () => {
  window.sessionStorage.setItem('atrium-visit', '{"ended":"expired","returnTo":null}');
  const { router } = opens('/default/query?concept=sex');
  expect(await screen.findByText('Your session has ended')).toBeVisible();
  expect(router.state.location.search).toEqual({
    returnTo: '/default/query?concept=sex',
    ended: 'expired',
  });
});

it('who was idle and was led to the front door by the provider goes on to where they were', async () => {
  window.sessionStorage.setItem('atrium-visit', '{"ended":"idle","returnTo":"/default/results"}');
  const { router } = opens('/');
  expect(await screen.findByText('Your session has ended')).toBeVisible();
  expect(router.state.location.search).toEqual({ returnTo: '/default/results', ended: 'idle' });
});
