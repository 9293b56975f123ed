/** When a session ends by itself; instants in milliseconds of the browser's clock. */
export interface SessionEnds {
  readonly expiresAt: number;
  readonly idleAt: number;
  /** How long before the end a person is warned. */
  readonly warningMs: number;
}

export type EndReason = 'expiry' | 'idle';

/** How it stands with a session; `nextAt` is when that changes by itself. */
export type SessionState =
  | { readonly kind: 'calm'; readonly nextAt: number }
  | { readonly kind: 'warning'; readonly reason: EndReason; readonly endsAt: number; readonly nextAt: number }
  | { readonly kind: 'over'; readonly reason: EndReason };

const second = 1000;
/** Replies travel, and the server gives whole seconds: its end may be a little later than the browser reckons. */
const graceMs = 2 * second;

/** Whether the person is to be warned, or the session is over, at an instant; ticks are not counted. */
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
