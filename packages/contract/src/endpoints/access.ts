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
import { acceptance, agreementView } from '../wire/agreement.ts';
import { apiTokenList, madeApiToken, newApiToken } from '../wire/apiToken.ts';
import { sessionList } from '../wire/session.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing } from './shapes.ts';

const open = { permission: 'anyone', params: nothing, query: nothing } as const;
const own = { permission: 'session', params: nothing, query: nothing } as const;
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
  agreement: defineEndpoint({
    method: 'GET',
    permission: 'agreement',
    path: '/api/v2/dataset/:dataset/agreement',
    summary: 'The data-use agreement of a dataset, and when the caller accepted it',
    params: inDataset,
    query: nothing,
    body: noBody,
    reply: agreementView,
  }),
  acceptAgreement: defineEndpoint({
    method: 'POST',
    permission: 'agreement',
    path: '/api/v2/dataset/:dataset/agreement/accept',
    summary: 'Accept the data-use agreement that was shown; kept for ever',
    params: inDataset,
    query: nothing,
    body: acceptance,
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
