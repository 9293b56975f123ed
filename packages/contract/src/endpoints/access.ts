import { currentUser, done, signInBody, versions } from '../wire/access.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const open = { need: 'anyone', params: nothing, query: nothing } as const;

export const access = {
  currentUser: defineEndpoint({
    ...open,
    method: 'GET',
    path: '/api/v2/auth',
    summary: 'Who am I; renews the session',
    body: noBody,
    reply: currentUser,
  }),
  signIn: defineEndpoint({
    ...open,
    method: 'POST',
    path: '/api/v2/auth/login',
    summary: 'Sign in with name and password',
    body: signInBody,
    reply: currentUser,
  }),
  signOut: defineEndpoint({
    ...open,
    method: 'POST',
    path: '/api/v2/auth/logout',
    summary: 'End this session',
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
