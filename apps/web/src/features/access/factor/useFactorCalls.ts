import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { Passkey, ShownPasskey } from '@atrium/contract/wire/passkey';
import type { NewFactor } from '@atrium/contract/wire/secondFactor';
import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../../api/client.ts';
import { currentUserQuery } from '../../../api/session.ts';
import { secondFactorQuery, sessionsQuery } from '../accessQueries.ts';
import { factorWords as words } from './factorWords.ts';
import { makePasskey, showPasskey } from './passkey.ts';

/** What the panel shows: the second factor as it is, or a step of its change. */
export type PanelState =
  | { readonly kind: 'status' | 'begin' | 'beginPasskey' | 'renew' | 'turnOff' | 'removeApp' }
  | { readonly kind: 'removePasskey'; readonly passkey: Passkey }
  | { readonly kind: 'secret'; readonly factor: NewFactor }
  | { readonly kind: 'codes'; readonly codes: readonly string[]; readonly isNew: boolean };

/** A code or a passkey, besides the password; the password is empty for an account without one. */
interface Proof {
  readonly password: string;
  readonly code?: string;
  readonly passkey?: ShownPasskey;
}

const bodyOf = ({ password, ...proof }: Proof) => ({ ...proof, ...(password === '' ? {} : { password }) });

/** Shows a passkey, with which a change is confirmed. */
export async function proofByPasskey(password: string): Promise<Proof> {
  return { password, passkey: await showPasskey(await request(accessEndpoints.challenge)) };
}

/** The calls of the panel, and the state that each leads to. */
export function useFactorCalls(show: (state: PanelState) => void) {
  const client = useQueryClient();
  const reload = () =>
    Promise.all(
      [secondFactorQuery, sessionsQuery].map(({ queryKey }) => client.invalidateQueries({ queryKey })),
    );
  const say = (message: string) => notifications.show({ color: 'green', title: words.title, message });
  const back = async (message: string) => {
    show({ kind: 'status' });
    say(message);
    await reload();
  };
  /** The first part brings recovery codes. */
  const added = async (codes: readonly string[], message: string) => {
    if (codes.length === 0) return back(message);
    show({ kind: 'codes', codes, isNew: true });
    await reload();
  };
  return {
    setUp: async (password: string) => {
      const factor = await request(accessEndpoints.setUpFactor, { body: { password } });
      show({ kind: 'secret', factor });
    },
    turnOn: async (code: string) => {
      const { recoveryCodes } = await request(accessEndpoints.turnOnFactor, { body: { code } });
      await added(recoveryCodes, words.appAdded);
    },
    addPasskey: async ({ name, password }: { readonly name: string; readonly password: string }) => {
      const creation = await request(accessEndpoints.newPasskey, { body: { password } });
      const passkey = await makePasskey(creation);
      const { recoveryCodes } = await request(accessEndpoints.addPasskey, { body: { name, passkey } });
      await added(recoveryCodes, words.passkeyAdded);
    },
    removeApp: async (password: string) => {
      await request(accessEndpoints.removeApp, { body: { password } });
      await back(words.removed);
    },
    removePasskey: async ({ id: passkeyId }: Passkey, password: string) => {
      await request(accessEndpoints.removePasskey, { params: { passkeyId }, body: { password } });
      await back(words.removed);
    },
    renew: async (given: Proof) => {
      const { recoveryCodes } = await request(accessEndpoints.renewRecoveryCodes, { body: bodyOf(given) });
      show({ kind: 'codes', codes: recoveryCodes, isNew: false });
      await reload();
    },
    turnOff: async (given: Proof) => {
      await request(accessEndpoints.turnOffFactor, { body: bodyOf(given) });
      await back(words.isOff);
      await client.invalidateQueries({ queryKey: currentUserQuery.queryKey });
    },
    stored: (isNew: boolean) => {
      show({ kind: 'status' });
      if (isNew) say(words.isOn);
    },
  };
}
