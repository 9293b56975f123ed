import type {
  MadePasskey,
  PasskeyCreation,
  PasskeyRequest,
  ShownPasskey,
} from '@atrium/contract/wire/passkey';
import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { ToldError } from '../../../api/apiError.ts';
import { passkeyWords as words } from './factorWords.ts';

/** Whether this browser can make and show passkeys on this page. */
export const takesPasskeys = (): boolean => browserSupportsWebAuthn();

/** Has the browser make a passkey; throws an error with a sentence for the person. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<MadePasskey> {
  const { id, rawId, response } = await orSay(() => startRegistration({ optionsJSON }));
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } };
}

/** Has the browser show a passkey; throws an error with a sentence for the person. */
export async function showPasskey(optionsJSON: PasskeyRequest): Promise<ShownPasskey> {
  const { id, rawId, response } = await orSay(() => startAuthentication({ optionsJSON }));
  const { clientDataJSON, authenticatorData, signature } = response;
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } };
}

async function orSay<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (cause) {
    throw new ToldError(sentenceOf(cause), { cause });
  }
}

function sentenceOf(cause: unknown): string {
  if (!(cause instanceof WebAuthnError)) return words.failed;
  switch (cause.code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return words.known;
    case 'ERROR_PASSTHROUGH_SEE_CAUSE_PROPERTY':
    case 'ERROR_CEREMONY_ABORTED':
      return words.cancelled;
    default:
      return words.failed;
  }
}
