import type { SessionTimes } from '@atrium/contract/wire/access';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { currentUserQuery } from '../../../api/session.ts';
import { judgeSession, type SessionState } from './judgeSession.ts';
import { noteSignedIn } from './sessionContext.ts';
import {
  loadActivity,
  loadUserLoad,
  onOtherTabs,
  shareActivity,
  shareLoad,
  type UserLoad,
} from './sharedSession.ts';

const second = 1000;
/** A page in use loads the user again after this time, which renews the session. */
const renewAfterMs = 5 * 60 * second;
/** Where that fails, it is tried again only after this time (rule 16.7). */
const renewAgainAfterMs = 60 * second;
/** After a machine has slept its timers are late, so the session is checked at least this often. */
const maxDelayMs = 30 * second;

/** The session of the person who is signed in, as the last reply gave it. */
export interface SignedIn {
  readonly account: number;
  readonly session: SessionTimes;
  /** When the reply came, in milliseconds of the browser's clock. */
  readonly loadedAt: number;
}

export interface WatchedSession {
  readonly state: SessionState;
  readonly now: number;
  readonly isFinal: boolean;
  readonly isRenewing: boolean;
  readonly error: Error | null;
  /** The person wants to stay signed in. */
  readonly stay: () => void;
  /** Asks the server whether the session still exists. */
  readonly ask: () => void;
}

/** Watches the session of this page: renews it while the page is used, and says when it is about to end or over. */
export function useSessionWatch({ account, session, loadedAt }: SignedIn): WatchedSession {
  const { secondsLeft, isFinal, warningSeconds, idleSeconds } = session;
  const own = useMemo<UserLoad>(
    () => ({ account, loadedAt, expiresAt: loadedAt + secondsLeft * second, isFinal }),
    [account, loadedAt, secondsLeft, isFinal],
  );
  const { renew, renewIfDue, isRenewing, error } = useRenewal();
  const [known, check] = useKnown(own, renew);
  // Not the current time: this code may load late, and the person was active when the user was loaded.
  const [openedAt] = useState(loadedAt);
  const judge = useCallback(
    ({ now, activeAt, load }: KnownUser) =>
      judgeSession(now, {
        expiresAt: load.expiresAt,
        idleAt: Math.max(activeAt, openedAt) + idleSeconds * second,
        warningMs: warningSeconds * second,
      }),
    [idleSeconds, warningSeconds, openedAt],
  );
  const state = judge(known);

  useEffect(() => {
    noteSignedIn();
    shareLoad(own);
  }, [own]);
  useNextCheck(state, known, check);
  const onActivity = useCallback(() => {
    const current = readKnown(own);
    if (judge(current).kind !== 'calm') return check();
    shareActivity(current.now);
    if (!current.load.isFinal && navigator.onLine) renewIfDue(current);
  }, [own, judge, check, renewIfDue]);
  useActivity(onActivity);

  const stay = (): void => {
    shareActivity(Date.now());
    check();
    renew();
  };
  return { state, now: known.now, isFinal: known.load.isFinal, isRenewing, error, stay, ask: renew };
}

/** The state of the session at one instant, from this tab and the others. */
interface KnownUser {
  readonly now: number;
  /** When the person was last active in any tab. */
  readonly activeAt: number;
  readonly load: UserLoad;
}

/** Where tabs have different loads, the one that lasts longest is the session's. */
function readKnown(own: UserLoad): KnownUser {
  const other = loadUserLoad(own.account);
  const load = other !== null && other.expiresAt > own.expiresAt ? other : own;
  return { now: Date.now(), activeAt: loadActivity(), load };
}

/** What was known at the last check; checks again when another tab has news or the page becomes visible. */
function useKnown(own: UserLoad, onSignedOut: () => void): readonly [KnownUser, () => void] {
  const [known, setKnown] = useState(() => readKnown(own));
  const check = useCallback(() => setKnown(readKnown(own)), [own]);
  useEffect(check, [check]);
  useEffect(() => {
    const unsubscribe = onOtherTabs({ changed: check, signedOut: onSignedOut });
    const events = ['focus', 'pageshow'] as const;
    for (const name of events) window.addEventListener(name, check);
    document.addEventListener('visibilitychange', check);
    return () => {
      unsubscribe();
      for (const name of events) window.removeEventListener(name, check);
      document.removeEventListener('visibilitychange', check);
    };
  }, [check, onSignedOut]);
  return [known, check];
}

/** Checks again when the state changes by itself. */
function useNextCheck(state: SessionState, { now }: KnownUser, check: () => void): void {
  useEffect(() => {
    if (state.kind === 'over') return;
    const timer = setTimeout(check, Math.min(Math.max(state.nextAt - now, 0), maxDelayMs));
    return () => clearTimeout(timer);
  }, [state, now, check]);
}

/** Loads the user again. */
function useRenewal() {
  const client = useQueryClient();
  const [isRenewing, setIsRenewing] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const triedAt = useRef(Number.NEGATIVE_INFINITY);
  const renew = useCallback(() => {
    triedAt.current = Date.now();
    setIsRenewing(true);
    setError(null);
    client
      .fetchQuery({ ...currentUserQuery, staleTime: 0 })
      .catch((cause: unknown) => setError(cause instanceof Error ? cause : new Error(String(cause))))
      .finally(() => setIsRenewing(false));
  }, [client]);
  const renewIfDue = useCallback(
    ({ now, load }: KnownUser) => {
      const isTried = Math.abs(now - triedAt.current) < renewAgainAfterMs;
      if (now - load.loadedAt >= renewAfterMs && !isTried) renew();
    },
    [renew],
  );
  return { renew, renewIfDue, isRenewing, error };
}

const activities = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const;
const atMostEveryMs = 1000;

/** Calls back when the person uses this page, at most once a second. */
function useActivity(onActivity: () => void): void {
  useEffect(() => {
    let lastAt = 0;
    const onEvent = (): void => {
      if (Math.abs(Date.now() - lastAt) < atMostEveryMs) return;
      lastAt = Date.now();
      onActivity();
    };
    const options = { capture: true, passive: true } as const;
    for (const name of activities) window.addEventListener(name, onEvent, options);
    return () => {
      for (const name of activities) window.removeEventListener(name, onEvent, options);
    };
  }, [onActivity]);
}
