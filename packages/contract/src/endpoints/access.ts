import { z } from 'zod';
import {
  currentUser,
  done,
  passwordChange,
  signedOut,
  signInBody,
  signOutEverywhereBody,
  versions,
} from '../wire/access.ts';
import { apiTokenList, madeApiToken, newApiToken } from '../wire/apiToken.ts';
import {
  confirmedCode,
  confirmedSetUp,
  factorStatus,
  givenCode,
  newFactor,
  recoveryCodes,
} from '../wire/secondFactor.ts';
import { sessionList } from '../wire/session.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const open = { permission: 'anyone', params: nothing, query: nothing } as const;
const own = { permission: 'session', params: nothing, query: nothing } as const;
const guarded = { method: 'POST', rateClass: 'signIn' } as const;
const provider = wireObject({ provider: z.string().regex(/^[a-z0-9-]{1,40}$/) });
const leads = {
  ...open,
  params: provider,
  method: 'GET',
  body: noBody,
  reply: noBody,
  redirects: true,
} as const;

export const access = {
  currentUser: defineEndpoint({
    ...open,
    method: 'GET',
    path: '/api/v2/auth',
    summary: 'Who am I and how can I sign in; renews the session',
    body: noBody,
    reply: currentUser,
  }),
  signIn: defineEndpoint({
    rateClass: 'signIn',
    ...open,
    method: 'POST',
    path: '/api/v2/auth/login',
    summary: 'Sign in with name and password',
    body: signInBody,
    reply: currentUser,
  }),
  giveCode: defineEndpoint({
    ...open,
    ...guarded,
    path: '/api/v2/auth/login/code',
    summary: 'Second step of a sign-in: a code of the second factor, or a recovery code',
    body: givenCode,
    reply: currentUser,
  }),
  setUpAtSignIn: defineEndpoint({
    ...open,
    ...guarded,
    path: '/api/v2/auth/login/set_up',
    summary: 'Second step of a sign-in that requires a second factor: its secret',
    body: noBody,
    reply: newFactor,
  }),
  turnOnAtSignIn: defineEndpoint({
    ...open,
    ...guarded,
    path: '/api/v2/auth/login/turn_on',
    summary: 'Turns the second factor on with a first code, which signs in; the reply has the recovery codes',
    body: givenCode,
    reply: recoveryCodes,
  }),
  startProvider: defineEndpoint({
    ...leads,
    path: '/api/v2/auth/oidc/:provider/start',
    rateClass: 'signIn',
    summary: 'Sign in through a provider: leads there, and in the end to return_to',
    query: wireObject({ returnTo: z.string().optional() }),
  }),
  returnFromProvider: defineEndpoint({
    ...leads,
    path: '/api/v2/auth/oidc/:provider/callback',
    summary: 'Where a provider sends the browser back to',
  }),
  signOut: defineEndpoint({
    ...open,
    method: 'POST',
    path: '/api/v2/auth/logout',
    summary: 'End this session',
    body: noBody,
    reply: signedOut,
  }),
  changePassword: defineEndpoint({
    rateClass: 'signIn',
    ...own,
    method: 'POST',
    path: '/api/v2/auth/password',
    summary: 'Change the own password; ends all other sessions and all tokens',
    body: passwordChange,
    reply: done,
  }),
  sessions: defineEndpoint({
    ...own,
    method: 'GET',
    path: '/api/v2/auth/sessions',
    summary: 'The own sessions, the latest first',
    body: noBody,
    reply: sessionList,
  }),
  revokeSession: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/api/v2/auth/sessions/:sessionId/revoke',
    summary: 'End one of the own sessions',
    params: wireObject({ sessionId: queryInteger }, { sessionId: 'sessionId' }),
    body: noBody,
    reply: done,
  }),
  signOutEverywhere: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/api/v2/auth/sessions/revoke_all',
    summary: 'End all own sessions, this one too, and on demand the tokens for programs',
    body: signOutEverywhereBody,
    reply: signedOut,
  }),
  secondFactor: defineEndpoint({
    ...own,
    method: 'GET',
    path: '/api/v2/auth/second_factor',
    summary: 'The own second factor',
    body: noBody,
    reply: factorStatus,
  }),
  setUpFactor: defineEndpoint({
    ...own,
    ...guarded,
    path: '/api/v2/auth/second_factor/set_up',
    summary: 'The secret of a new second factor, with the password given again',
    body: confirmedSetUp,
    reply: newFactor,
  }),
  turnOnFactor: defineEndpoint({
    ...own,
    ...guarded,
    path: '/api/v2/auth/second_factor/turn_on',
    summary: 'Turns the second factor on with a first code; ends all other sessions',
    body: givenCode,
    reply: recoveryCodes,
  }),
  turnOffFactor: defineEndpoint({
    ...own,
    ...guarded,
    path: '/api/v2/auth/second_factor/turn_off',
    summary: 'Turns the second factor off, with password and code; ends all other sessions',
    body: confirmedCode,
    reply: done,
  }),
  renewRecoveryCodes: defineEndpoint({
    ...own,
    ...guarded,
    path: '/api/v2/auth/second_factor/recovery_codes',
    summary: 'Ten new recovery codes in place of the old ones, with password and code',
    body: confirmedCode,
    reply: recoveryCodes,
  }),
  tokens: defineEndpoint({
    ...own,
    method: 'GET',
    path: '/api/v2/auth/tokens',
    summary: 'The own tokens for programs, the latest first',
    body: noBody,
    reply: apiTokenList,
  }),
  makeToken: defineEndpoint({
    rateClass: 'signIn',
    ...own,
    method: 'POST',
    path: '/api/v2/auth/tokens',
    summary: 'Make a token, with the password given again; the reply is the only one that has the secret',
    body: newApiToken,
    reply: madeApiToken,
  }),
  revokeToken: defineEndpoint({
    ...own,
    method: 'POST',
    path: '/api/v2/auth/tokens/:tokenId/revoke',
    summary: 'End one of the own tokens',
    params: wireObject({ tokenId: queryInteger }, { tokenId: 'tokenId' }),
    body: noBody,
    reply: done,
  }),
  version: defineEndpoint({
    ...open,
    method: 'GET',
    path: '/api/v2/version',
    summary: 'Which version answers',
    body: noBody,
    reply: versions,
  }),
};
