import { auditActions } from '@atrium/contract/wire/audit';
import { expect, it } from 'vitest';
import { contextOf, sentenceOf } from './sentenceOf.ts';

it.each([
  ['sign_in', { provider: 'university' }, 'Signed in through university'],
  ['sign_in', { secondFactor: 'totp' }, 'Signed in with a code'],
  ['sign_in', { secondFactor: 'recovery' }, 'Signed in with a recovery code'],
  ['second_factor_asked', { step: 'show' }, 'Was recognised, and the second factor is awaited'],
  ['second_factor_asked', { step: 'set_up' }, 'Was recognised, and has to set up a second factor'],
  ['sign_in', { secondFactor: 'passkey' }, 'Signed in with a passkey'],
  ['second_factor_on', {}, 'Turned the second factor on'],
  ['second_factor_on', { passkey: 3 }, 'Turned the second factor on with passkey 3'],
  ['passkey_add', { passkey: 4 }, 'Added passkey 4'],
  ['passkey_remove', { passkey: 4 }, 'Removed passkey 4'],
  ['code_app_add', {}, 'Added an app for codes to the second factor'],
  ['code_app_remove', {}, 'Removed the app for codes from the second factor'],
  ['second_factor_refused', { isPasskey: true }, 'A passkey was refused'],
  ['second_factor_refused', {}, 'A password or code for the second factor was wrong'],
  [
    'second_factor_refused',
    { seconds: 60 },
    'A password or code for the second factor was wrong: the next attempt has to wait 60 seconds',
  ],
  ['second_factor_off', {}, 'Turned the second factor off'],
  ['second_factor_off', { account: 3, username: 'ada' }, 'Took away the second factor of ada'],
  ['sign_in_refused', { problem: 'name_taken' }, 'A sign-in through a provider failed: name taken'],
  ['session_revoke', { sessions: 3 }, 'Signed out everywhere: 3 sessions'],
  ['session_revoke', { sessions: 1, tokens: 2 }, 'Signed out everywhere: 1 session and 2 tokens'],
  ['session_revoke', { username: 'ada', sessions: 2 }, 'Signed ada out everywhere: 2 sessions'],
  ['account_change', { username: 'ada', isStaff: true }, 'Made ada staff'],
  ['account_change', { username: 'ada', isStaff: false }, 'Made ada no longer staff'],
  ['account_invite', { username: 'ada', isLinkShown: false }, 'Invited ada by mail'],
  ['account_invite', { username: 'ada', isLinkShown: true }, 'Invited ada with a link that was shown'],
  ['staff_export', { room: 'usage_by_month', rows: 1 }, 'Saved the list of usage by month: 1 row'],
  ['staff_view', { room: 'questions', request: 'abc' }, 'Looked at question abc'],
  [
    'staff_view',
    { room: 'questions', request: 'abc', statement: 0, isRun: true },
    'Ran again a statement of question abc',
  ],
  [
    'assistant_allow',
    { token: 7, terms: '2026-11', hours: 8 },
    'Allowed assistant 7 for this session, 8 hours at most',
  ],
  ['proposal_make', { edits: 2, assistant: 7 }, 'Proposal of 2 edits of the cohort, by assistant 7'],
  ['proposal_end', { edits: 1, isApplied: true }, 'Applied 1 proposed edit of the cohort'],
  ['token_make', { token: 4, scopes: 'read export', days: 90 }, 'Made token 4 (read, export) for 90 days'],
  ['count', { count: 12_806 }, 'Counted a cohort: 12,806 subjects'],
  ['count', { count: 12, isTrial: true }, 'Previewed a change of the cohort: 12 subjects'],
  ['count', { count: '<11' }, 'Counted a cohort: <11 subjects'],
  ['statistics', { concept: 'sex', overEveryone: true }, 'Looked at the values of sex, over everyone'],
  [
    'export_rows',
    { format: 'csv', rows: 1, columns: 2, isComplete: false },
    'Exported 1 row of 2 columns as CSV, broken off',
  ],
  ['export_rows', { format: 'csv', isCrossTab: true, rows: 12 }, 'Exported a cross-tab as CSV: 12 rows'],
  [
    'cross_tab',
    { rows: 2, columns: 1, overEveryone: true },
    'Ran a cross-tab of 2 rows by 1 column, over everyone',
  ],
  ['export_begin', { format: 'ndjson' }, 'Began to export as NDJSON'],
  ['export_dictionary', { columns: 2 }, 'Exported the dictionary of 2 columns'],
  ['password_change', {}, 'Changed the password'],
  ['password_change', { account: 2, username: 'ada' }, 'Gave ada a new password'],
  ['membership_grant', { level: 'deid', isAutomatic: true }, 'Became a member at level deid'],
  [
    'membership_grant',
    { username: 'ada', level: 'phi', groups: 'north south' },
    'Made ada a member at level phi, in north and south',
  ],
  ['account_change', { username: 'ada', isDisabled: true }, 'Disabled ada'],
] as const)('%s with %o reads: %s', (action, detail, sentence) => {
  expect(sentenceOf({ action, detail })).toBe(sentence);
});

it.each(auditActions)('%s without any detail is still a sentence', (action) => {
  expect(sentenceOf({ action, detail: {} })).toMatch(/^[A-Z]/);
});

it('a refused call is shown with the dataset that it was about', () => {
  const detail = { call: 'GET /api/v2/:dataset/cohort_def', code: 'not_a_member', address: '203.0.113.9' };
  expect(sentenceOf({ action: 'permission_refused', dataset: 'hearts', detail })).toBe(
    'Was refused GET /api/v2/hearts/cohort_def: not a member',
  );
});

it('an unknown action is shown by its name', () => {
  expect(sentenceOf({ action: 'queue_fill', detail: {} })).toBe('queue fill');
});

it('names the release and the snapshot', () => {
  expect(contextOf({ action: 'count', detail: { release: 'release_3', snapshot: 12 } })).toBe(
    'release 3, snapshot 12',
  );
});
