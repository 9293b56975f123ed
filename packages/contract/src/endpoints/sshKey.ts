import { done } from '../wire/access.ts';
import { givenSshKey, sshKeyList, sshKeySent } from '../wire/sshKey.ts';
import { queryInteger } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { administration } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { noBody, nothing } from './shapes.ts';

const own = { permission: 'session', params: nothing, query: nothing } as const;
const onKey = wireObject({ keyId: queryInteger }, { keyId: 'keyId' });

export const sshKeyEndpoints = {
  send: defineEndpoint({
    declares: { ...administration, meters: ['mails'] },
    ...own,
    method: 'POST',
    path: '/{app}/api/support/send_aspera_ssh',
    summary: 'Adds a public SSH key to the own ones; one that is there already stays as it is',
    body: givenSshKey,
    reply: sshKeySent,
  }),
  list: defineEndpoint({
    declares: administration,
    ...own,
    method: 'GET',
    path: '/{app}/api/support/ssh_keys',
    summary: 'The own SSH keys, the latest first',
    body: noBody,
    reply: sshKeyList,
  }),
  replace: defineEndpoint({
    declares: { ...administration, meters: ['mails'] },
    ...own,
    method: 'POST',
    path: '/{app}/api/support/ssh_keys/:keyId/replace',
    summary: 'Puts another public key in the position of one of the own keys',
    params: onKey,
    body: givenSshKey,
    reply: sshKeySent,
  }),
  delete: defineEndpoint({
    declares: { ...administration, meters: ['mails'] },
    ...own,
    method: 'POST',
    path: '/{app}/api/support/ssh_keys/:keyId/delete',
    summary: 'Deletes one of the own SSH keys',
    params: onKey,
    body: noBody,
    reply: done,
  }),
};
