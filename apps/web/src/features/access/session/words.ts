import { unreachable } from '@atrium/contract';
import type { EndReason } from './judgeSession.ts';

const two = (count: number): string => String(count).padStart(2, '0');

/** `1:05` of 65 seconds. */
export const clockTime = (seconds: number): string => `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** `2 minutes`, `1 minute 5 seconds`, `8 seconds`. */
export function spokenTime(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  const parts = [...(minutes > 0 ? [counted(minutes, 'minute')] : [])];
  if (rest > 0 || minutes === 0) parts.push(counted(rest, 'second'));
  return parts.join(' ');
}

function whyWarned(reason: EndReason, isFinal: boolean): string {
  switch (reason) {
    case 'idle':
      return 'There has been no sign of you for a while. You will be signed out to protect the data.';
    case 'expiry':
      return isFinal
        ? 'This session is as old as a session gets and cannot be made longer. Apply what you are working on, or log in again now.'
        : 'You will be signed out to protect the data.';
    default:
      return unreachable(reason);
  }
}

/** Every sentence of the warning before a session ends. */
export const sessionWords = {
  title: 'Are you still there?',
  finalTitle: 'Your session is about to end',
  overTitle: 'Your session has ended',
  whyWarned,
  kept: 'Filters that you have not applied are kept in this tab, and you come back to this page after logging in.',
  left: (seconds: number) => `${spokenTime(seconds)} left`,
  stay: 'Stay signed in',
  goOn: 'Go on until then',
  leave: 'Sign out now',
  again: 'Log in again',
  timer: 'Time left',
  ending: 'One moment…',
  tryAgain: 'Try again',
} as const;
