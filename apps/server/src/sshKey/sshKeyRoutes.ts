import { sshKeyEndpoints } from '@atrium/contract/endpoints/sshKey';
import type { Account, PortalApi } from '../access/index.ts';
import { route } from '../http/index.ts';
import { parseSshKey } from './parseSshKey.ts';
import {
  addSshKey,
  deleteSshKey,
  listSshKeys,
  replaceSshKey,
  requireOwnKey,
  type SshKeyDeps,
} from './sshKeyStore.ts';

interface OnKey {
  readonly account: Account;
  readonly params: { readonly keyId: number };
}

/** The own public SSH keys of a person, for the transfer service (rules 13.60 to 13.62). */
export function registerSshKeys(api: PortalApi, deps: SshKeyDeps): void {
  const requireOwn = ({ account, params }: OnKey): Promise<void> =>
    requireOwnKey(deps, account.id, params.keyId);

  route(api, sshKeyEndpoints.list, async ({ account }) => ({ keys: await listSshKeys(deps, account.id) }));

  route(api, sshKeyEndpoints.send, async ({ account, body }) => {
    const key = await addSshKey(deps, account.id, parseSshKey(body.sshKey));
    return { status: 'sent' as const, key };
  });

  route(
    api,
    sshKeyEndpoints.replace,
    async ({ account, params: { keyId }, body }) => {
      const key = await replaceSshKey(deps, account.id, { keyId, key: parseSshKey(body.sshKey) });
      return { status: 'sent' as const, key };
    },
    requireOwn,
  );

  route(
    api,
    sshKeyEndpoints.delete,
    async ({ account, params }) => {
      await deleteSshKey(deps, account.id, params.keyId);
      return { status: 'complete' as const };
    },
    requireOwn,
  );
}
