import { useCallback, useEffect, useState } from 'react';
import { onOtherTabs, readLoad, readSign, type UserLoad } from './sharedSession.ts';

/** What counts when one looks at the clock: this and the other tabs together. */
export interface Moment {
  readonly now: number;
  readonly sign: number;
  readonly load: UserLoad;
}

/** Of several tabs, the load that lasts longest is the session's. */
export function readMoment(own: UserLoad): Moment {
  const other = readLoad(own.account);
  const load = other !== null && other.expiresAt > own.expiresAt ? other : own;
  return { now: Date.now(), sign: readSign(), load };
}

/** The moment of the last look; looks again when another tab has news and when the page comes back into sight. */
export function useMoment(own: UserLoad, onSignedOut: () => void): readonly [Moment, () => void] {
  const [moment, setMoment] = useState(() => readMoment(own));
  const look = useCallback(() => setMoment(readMoment(own)), [own]);
  useEffect(look, [look]);
  useEffect(() => {
    const deaf = onOtherTabs({ changed: look, signedOut: onSignedOut });
    const moments = ['focus', 'pageshow'] as const;
    for (const name of moments) window.addEventListener(name, look);
    document.addEventListener('visibilitychange', look);
    return () => {
      deaf();
      for (const name of moments) window.removeEventListener(name, look);
      document.removeEventListener('visibilitychange', look);
    };
  }, [look, onSignedOut]);
  return [moment, look];
}
