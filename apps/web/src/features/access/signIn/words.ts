import { type SignInProblem, unreachable } from '@atrium/contract';
import type { SessionEnd } from '../session/visit.ts';

/** Every sentence of the sign-in page. */
export const signInWords = {
  title: 'Log in',
  detail: (site: string) => `Use your ${site} account.`,
  detailOfProviders: 'Choose where you have an account.',
  detailOfReturn: 'Log in to go on to the page you asked for.',
  with: (provider: string) => `Log in with ${provider}`,
  or: 'or with an account of this site',
  form: 'Log in',
  username: 'User name',
  password: 'Password',
  show: 'Show what is typed',
  submit: 'Log in',
  closed: 'Nobody can log in at the moment',
  closedDetail: 'This site offers no way to log in. Please tell those who look after it.',
  failed: 'The log-in did not work',
  ended: 'Your session has ended',
} as const;

/** What to say of a sign-in through a provider that came to nothing, and what to do about it. */
export function describeProblem(problem: SignInProblem): string {
  switch (problem) {
    case 'provider_unknown':
      return 'This way to log in is no longer offered. Please choose one from below.';
    case 'provider_unavailable':
      return 'The service that you log in with does not answer. Please try again in a few minutes.';
    case 'provider_refused':
      return 'The log-in was cancelled or refused there. You can try again.';
    case 'sign_in_expired':
      return 'The log-in took too long, or was begun in another window. Please try again.';
    case 'reply_invalid':
      return 'The answer of the service could not be trusted, so you were not logged in. Please try again; if it happens again, tell those who look after this site.';
    case 'claims_missing':
      return 'The service does not tell us your user name. Please ask those who look after this site.';
    case 'not_registered':
      return 'You are known there, but have no account here yet. Please ask for one.';
    case 'name_taken':
      return 'Your user name belongs to an account here that is not linked to this log-in. Please ask those who look after this site to link the two.';
    case 'account_disabled':
      return 'Your account here is disabled. Please ask those who look after this site.';
    default:
      return unreachable(problem);
  }
}

/** Why the person has to log in again. */
export function describeEnd(end: SessionEnd): string {
  const kept = 'Log in to go on where you were; filters that you had not applied are kept in this tab.';
  switch (end) {
    case 'expired':
      return kept;
    case 'idle':
      return `There was no sign of you for a while, so you were signed out. ${kept}`;
    default:
      return unreachable(end);
  }
}
