import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { FactorStatus } from '@atrium/contract/wire/secondFactor';
import { aUser } from './people.ts';
import { renderPortal } from './renderPortal.tsx';
import { answers, server } from './server.ts';
import { aSessionLife } from './sessions.ts';

export const versions = { platformVersion: 'v1', version: 'v1' };
export const signedIn = { user: aUser(), session: aSessionLife(), secondStep: null, ...versions };
export const recoveryCodes = ['AAAAAA-AAAAAA-AAAAAA-AAAAAA', 'BBBBBB-BBBBBB-BBBBBB-BBBBBB'];

export const aFactorStatus = (given: Partial<FactorStatus> = {}): FactorStatus => ({
  isOn: false,
  since: null,
  hasApp: false,
  passkeys: [],
  offersPasskeys: false,
  recoveryCodesLeft: 0,
  isRequired: false,
  ...given,
});

/** Opens the second factor of the account; `becomes` changes the portal's reply about it. */
export function openFactor(given: FactorStatus, hasPassword = true) {
  let status = given;
  server.use(
    answers(accessEndpoints.currentUser, { ...signedIn, session: aSessionLife({ hasPassword }) }),
    answers(accessEndpoints.secondFactor, () => status),
  );
  const becomes = (next: FactorStatus) => {
    status = next;
  };
  return { becomes, ...renderPortal('/account?tab=factor') };
}
