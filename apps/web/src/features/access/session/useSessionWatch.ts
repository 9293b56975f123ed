import type { SessionTimes } from '@atrium/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { currentUserQuery } from '../../../api/session.ts';
import { judgeSession, type SessionState } from './judgeSession.ts';
import { shareLoad, shareSign, type UserLoad } from './sharedSession.ts';
import { type Moment, readMoment, useMoment } from './useMoment.ts';
import { useSigns } from './useSigns.ts';
import { noteVisit } from './visit.ts';

const second = 1000;
/** A page that is used loads the user anew after this time, which renews the session. */
const renewAfterMs = 5 * 60 * second;
/** A machine that slept wakes up with its timers late; no look is further away than this. */
const longestDelayMs = 30 * second;

export interface Watched {
  readonly account: number;
  readonly session: SessionTimes;
  /** When the reply came, in milliseconds of the browser's clock. */
  readonly loadedAt: number;
}

export interface SessionWatch {
  readonly state: SessionState;
  readonly now: number;
  readonly isFinal: boolean;
  readonly isRenewing: boolean;
  readonly error: Error | null;
  /** The person is here and wants to stay. */
  readonly stay: () => void;
  /** Asks the server whether there is a session still. */
  readonly ask: () => void;
}

/** Watches over the session of this page: renews it while it is used, and says when it is about to end or is over. */
export function useSessionWatch({ account, session, loadedAt }: Watched): SessionWatch {
  const { secondsLeft, isFinal, warningSeconds, idleSeconds } = session;
  const own = useMemo<UserLoad>(
    () => ({ account, loadedAt, expiresAt: loadedAt + secondsLeft * second, isFinal }),
    [account, loadedAt, secondsLeft, isFinal],
  );
  const { renew, isRenewing, error } = useRenewal();
  const [moment, look] = useMoment(own, renew);
  // Not the clock: this part of the page may come late, and the person was here when the user was loaded.
  const [openedAt] = useState(loadedAt);
  const judge = useCallback(
    ({ now, sign, load }: Moment) =>
      judgeSession(now, {
        expiresAt: load.expiresAt,
        idleAt: Math.max(sign, openedAt) + idleSeconds * second,
        warningMs: warningSeconds * second,
      }),
    [idleSeconds, warningSeconds, openedAt],
  );
  const state = judge(moment);

  useEffect(() => {
    noteVisit();
    shareLoad(own);
  }, [own]);
  useNextLook(state, moment, look);
  const onSign = useCallback(() => {
    const seen = readMoment(own);
    if (judge(seen).kind !== 'calm') return look();
    shareSign(seen.now);
    const isDue = seen.now - seen.load.loadedAt >= renewAfterMs && !seen.load.isFinal;
    if (isDue && navigator.onLine) renew();
  }, [own, judge, look, renew]);
  useSigns(onSign);

  const stay = (): void => {
    shareSign(Date.now());
    look();
    renew();
  };
  return { state, now: moment.now, isFinal: moment.load.isFinal, isRenewing, error, stay, ask: renew };
}

/** Looks again when the state changes by itself. */
function useNextLook(state: SessionState, { now }: Moment, look: () => void): void {
  useEffect(() => {
    if (state.kind === 'over') return;
    const timer = setTimeout(look, Math.min(Math.max(state.nextAt - now, 0), longestDelayMs));
    return () => clearTimeout(timer);
  }, [state, now, look]);
}

/** Loads the user anew, one call at a time. */
function useRenewal() {
  const client = useQueryClient();
  const [isRenewing, setIsRenewing] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const renew = useCallback(() => {
    setIsRenewing(true);
    setError(null);
    client
      .fetchQuery({ ...currentUserQuery, staleTime: 0 })
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setIsRenewing(false));
  }, [client]);
  return { renew, isRenewing, error };
}
