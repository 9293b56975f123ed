/** When a session ends by itself; instants in milliseconds of the browser's clock. */
export interface SessionEnds {
  readonly expiresAt: number;
  readonly idleAt: number;
  /** How long before the end the person is warned. */
  readonly warningMs: number;
}

export type EndReason = 'expiry' | 'idle';

/** The state of a session; `nextAt` is when it changes by itself. */
export type SessionState =
  | { readonly kind: 'calm'; readonly nextAt: number }
  | { readonly kind: 'warning'; readonly reason: EndReason; readonly endsAt: number; readonly nextAt: number }
  | { readonly kind: 'over'; readonly reason: EndReason };

const second = 1000;
/** Replies take time and the server rounds to seconds, so its end may be a little later than the browser's. */
const graceMs = 2 * second;

/** The state of a session at an instant. It depends on the clock alone, never on how many timers have run. */
export function judgeSession(now: number, { expiresAt, idleAt, warningMs }: SessionEnds): SessionState {
  if (now >= idleAt) return { kind: 'over', reason: 'idle' };
  if (now >= expiresAt + graceMs) return { kind: 'over', reason: 'expiry' };
  const reason: EndReason = idleAt < expiresAt ? 'idle' : 'expiry';
  const endsAt = Math.min(expiresAt, idleAt);
  const warnAt = endsAt - warningMs;
  if (now < warnAt) return { kind: 'calm', nextAt: warnAt };
  const left = endsAt - now;
  return { kind: 'warning', reason, endsAt, nextAt: now + (left > 0 ? left % second || second : second) };
}
