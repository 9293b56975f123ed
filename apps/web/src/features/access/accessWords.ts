import { grantableRightNames } from '@atrium/contract/documents/grantableRights';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AccessLevel, SignInProblem } from '@atrium/contract/wire/access';
import type { TokenScope } from '@atrium/contract/wire/apiToken';
import type { Membership } from '@atrium/contract/wire/dataset';
import { type MemberRights, rightWords, seesSubjects } from '../../api/memberRights.ts';
import { formatDay } from '../../lib/formatDay.ts';
import type { EndReason } from './session/judgeSession.ts';
import type { SessionEnd } from './session/sessionContext.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/** `1:05` of 65 seconds. */
export const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2 minutes`, `1 minute 5 seconds`, `8 seconds`. */
export function spokenTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [...(minutes > 0 ? [counted(minutes, 'minute')] : [])];
  if (rest > 0 || minutes === 0) parts.push(counted(rest, 'second'));
  return parts.join(' ');
}

function whyWarned(reason: EndReason, isFinal: boolean): string {
  switch (reason) {
    case 'idle':
      return 'You have not been active for a while. You will be signed out to protect the data.';
    case 'expiry':
      return isFinal
        ? 'This session cannot be extended any further. Apply what you are working on, or log in again now.'
        : 'You will be signed out to protect the data.';
    default:
      return unreachable(reason);
  }
}

/** Every sentence of the warning before a session ends. */
export const sessionWords = {
  title: 'Are you still there?',
  finalTitle: 'Your session is about to end',
  overTitle: 'Your session has ended',
  whyWarned,
  kept: 'What you have typed and not saved is kept, and you come back to this page after logging in.',
  discards: 'If you sign out now, it is discarded.',
  left: (seconds: number) => `${spokenTime(seconds)} left`,
  stay: 'Stay signed in',
  goOn: 'Go on until then',
  leave: 'Sign out now',
  again: 'Log in again',
  timer: 'Time left',
  ending: 'One moment…',
  tryAgain: 'Try again',
} as const;

/** Every sentence of the list of sessions. */
export const sessionsWords = {
  title: 'Sessions',
  detail:
    'Where you are signed in. End any session that you do not recognise, and change your password if you think that somebody else knows it.',
  current: 'This session',
  unknownAgent: 'Unknown browser',
  since: (begun: string, seen: string) => `Signed in ${begun} · last seen ${seen}`,
  from: (address: string) => `from ${address}`,
  through: (provider: string) => `through ${provider}`,
  end: 'Sign out',
  endName: (agent: string, begun: string) => `Sign out ${agent}, signed in ${begun}`,
  ended: 'The session has ended',
  endFailed: 'The session could not be ended',
  everywhere: 'Sign out everywhere',
  everywhereTitle: 'Sign out everywhere?',
  everywhereDetail: (count: number) =>
    `${count === 1 ? 'This session ends' : `All ${count} sessions end, including this one`}, and you return to the home page. Links to files that you have made end too.`,
  tokens: 'Revoke my tokens for programs too',
  tokensDetail:
    'Do this if somebody else may have used your account. Otherwise programs that use a token keep access to data in your name.',
  cancel: 'Stay signed in',
  failed: 'Your sessions could not be loaded',
} as const;

/** Every sentence of the sign-in page. */
export const signInWords = {
  notice: 'Notice',
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
  closedDetail: 'This site offers no way to log in. Please tell the people who run it.',
  failed: 'The log-in did not work',
  ended: 'Your session has ended',
} as const;

/** Why a sign-in through a provider failed, and what to do about it. */
export function describeProblem(problem: SignInProblem): string {
  switch (problem) {
    case 'provider_unknown':
      return 'This way to log in is no longer offered. Please choose another one below.';
    case 'provider_unavailable':
      return 'The service that you log in with does not respond. Please try again in a few minutes.';
    case 'provider_refused':
      return 'The log-in was cancelled or refused there. You can try again.';
    case 'sign_in_expired':
      return 'The log-in took too long, or was started in another window. Please try again.';
    case 'reply_invalid':
      return 'The reply of the service could not be verified, so you were not logged in. Please try again; if it happens again, tell the people who run this site.';
    case 'claims_missing':
      return 'The service does not tell us your user name. Please ask the people who run this site.';
    case 'not_registered':
      return 'You have an account with the service, but none here yet. Please ask for one.';
    case 'name_taken':
      return 'Your user name belongs to an account here that is not linked to this log-in. Please ask the people who run this site to link the two.';
    case 'account_disabled':
      return 'Your account here is disabled. Please ask the people who run this site.';
    default:
      return unreachable(problem);
  }
}

/** Why the person has to log in again. */
export function describeEnd(end: SessionEnd): string {
  const kept = 'Log in to continue where you were; what you had typed and not saved is kept.';
  switch (end) {
    case 'expired':
      return kept;
    case 'idle':
      return `You were not active for a while, so you were signed out. ${kept}`;
    default:
      return unreachable(end);
  }
}

/** The fewest characters of a password; the server checks this again. */
export const shortestPassword = 12;

/** Every sentence of the form that changes the password. */
export const passwordWords = {
  title: 'Password',
  detail: 'Changing it ends all other sessions and all tokens for programs; this session continues.',
  rules: [
    `At least ${shortestPassword} characters; a few unrelated words are easy to remember.`,
    'Not a common one, such as neighbouring keys or a repeated letter.',
    'Not your own name, your e-mail address or the name of this site with a few characters added.',
    'No mixture of character types is required, and it never expires.',
  ],
  username: 'User name',
  current: 'Current password',
  next: 'New password',
  again: 'New password once more',
  show: 'Show what is typed',
  submit: 'Change password',
  missingCurrent: 'Enter your current password',
  tooShort: (length: number) =>
    `At least ${shortestPassword} characters; this one has ${length === 1 ? 'one' : length}`,
  differs: 'The two do not match',
  done: 'Your password is changed',
  doneDetail: 'All other sessions have ended.',
} as const;

/** What a member of a level may see (rule 1.10). */
export function describeLevel(level: AccessLevel): string {
  switch (level) {
    case 'phi':
      return 'You see everything in the dataset, including protected health information such as exact dates.';
    case 'deid':
      return 'You see the records of subjects without protected health information: dates appear as years, and ages of 90 and more as one age.';
    case 'agg':
      return 'You see counts and cross-tabs, not the records of subjects. Small numbers are hidden.';
    default:
      return unreachable(level);
  }
}

type Rights = MemberRights & Pick<Membership, 'canViewSubjectDetails'>;

/** What a member may not do in addition to the limits of the level. */
export function describeLimits(member: Rights): string[] {
  const limits = grantableRightNames
    .filter((right) => !member[right])
    .map((right) => rightWords[right].limit);
  if (!member.canViewSubjectDetails && seesSubjects(member))
    limits.push('The details of single subjects are closed to you here.');
  return limits;
}

/** Until when a membership lasts; empty where it does not end (rule 8.20). */
export const describeAccessEnd = ({ accessUntil }: Pick<Membership, 'accessUntil'>): string =>
  accessUntil === undefined || accessUntil === null
    ? ''
    : `Your access ends after ${formatDay(accessUntil)}.`;

/** Every sentence of the profile. */
export const profileWords = {
  title: 'Profile',
  name: 'Name',
  username: 'User name',
  email: 'E-mail',
  role: 'Role',
  staff: 'Staff: runs the site',
  researcher: 'Researcher',
  none: 'not given',
  changes: 'If something here is wrong, please tell the people who run this site.',
  changesByProvider: 'Name and e-mail come from the service that you log in with.',
  datasets: 'Your datasets',
  datasetsDetail: 'What you may see is decided separately for each dataset.',
  noDatasets: 'You are not a member of any dataset yet.',
  open: 'Open to you: you become a member when you enter it.',
  closed: 'You are not a member yet.',
  ask: 'Ask for access',
  failed: 'Your access could not be loaded',
} as const;

/** What a scope lets a program do. */
export function describeScope(scope: TokenScope): { readonly label: string; readonly detail: string } {
  switch (scope) {
    case 'read':
      return {
        label: 'Read',
        detail:
          'Read whatever you may read: datasets, concepts, counts, pages of results, cross-tabs. It may also change your active cohort, table and analysis, which you then see in the browser.',
      };
    case 'export':
      return { label: 'Export', detail: 'Download results and cross-tabs as files.' };
    default:
      return unreachable(scope);
  }
}

/** Every sentence of the tokens for programs. */
export const tokenWords = {
  title: 'API tokens',
  detail:
    'A token lets your own program, in R or Python, use your access. It sees what you may see at that moment, never more, and it cannot reach your account itself.',
  make: 'New token',
  makeTitle: 'New token',
  name: 'Name',
  nameDetail: 'What it is for, such as "laptop, R".',
  scopes: 'What it may do',
  expires: 'Ends after',
  days: (days: number) => (days === 365 ? '1 year' : `${days} days`),
  password: 'Your password',
  passwordDetail: 'A token lasts longer than this session, so the portal asks for your password again.',
  showPassword: 'Show the password',
  missingPassword: 'Enter your password',
  signInDetail: 'A token is made within ten minutes of signing in. After that, sign out and in again first.',
  submit: 'Make the token',
  cancel: 'Cancel',
  missingName: 'Give the token a name',
  longName: 'At most 100 characters',
  missingScope: 'Choose at least one',
  madeTitle: (name: string) => `Copy the token "${name}" now`,
  madeDetail:
    'It is shown this once. The portal keeps only its fingerprint and cannot show it again. Keep it where you keep passwords, not in a script or a notebook.',
  secret: 'Token',
  copy: 'Copy',
  copied: 'Copied',
  copyName: (what: string) => `Copy ${what}`,
  stored: 'I have stored it',
  list: 'Your tokens',
  none: 'You have no token yet.',
  may: 'May',
  lastUsed: 'Last used',
  ends: 'Ends',
  never: 'Never',
  expired: 'Ended',
  revoke: 'Revoke',
  revokeName: (name: string) => `Revoke ${name}`,
  revokeTitle: (name: string) => `Revoke "${name}"?`,
  revokeDetail: 'Programs that use this token are refused from now on. This cannot be undone.',
  keep: 'Keep it',
  revoked: 'The token is revoked',
  failed: 'Your tokens could not be loaded',
  examples: 'Examples',
  examplesDetail:
    'They run without changes once the token is in the environment. The cohort is the one that is active in the browser.',
  environment: 'First, in the shell where the program will run:',
  dataset: 'Dataset',
  noRows: 'Your access to this dataset covers aggregates only, so the examples download no rows.',
} as const;

/** The page where a person who was invited chooses a password. */
export const invitationWords = {
  title: (name: string) => `Welcome, ${name}`,
  detail: (until: string) =>
    `Choose the password of your account. This link can be used once, until ${until}.`,
  username: 'User name',
  password: 'New password',
  passwordDetail: 'At least 12 characters. A few words that only you would put together are good.',
  again: 'The same again',
  show: 'Show the password',
  showAgain: 'Show what is typed again',
  differs: 'The two passwords differ.',
  confirm: 'Set password',
  done: 'Your password is set',
  doneDetail: 'Sign in with your user name and the new password.',
  gone: 'This link cannot be used',
  signIn: 'Go to sign in',
} as const;
