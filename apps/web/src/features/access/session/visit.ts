import { z } from 'zod';

export const sessionEnds = ['expired', 'idle'] as const;
/** How a session ended by itself: its time was up, or there was no sign of the person. */
export type SessionEnd = (typeof sessionEnds)[number];

const visit = z.object({ ended: z.enum(sessionEnds), returnTo: z.string().nullable() });
/** What this tab knows of the person who is or was signed in: how that ends, and where they were when it did. */
export type Visit = z.infer<typeof visit>;

const key = 'atrium-visit';
const storage = window.sessionStorage;

function put(held: Visit): void {
  try {
    storage.setItem(key, JSON.stringify(held));
  } catch {
    // Without the note a person comes to the front door, where the address is kept too.
  }
}

/** Somebody is signed in; should the session be gone at the next load, it has expired. */
export const noteVisit = (): void => put({ ended: 'expired', returnTo: null });

/** Nobody gave a sign for too long; the address is kept over a sign-out at a provider. */
export const noteIdleEnd = (returnTo: string): void => put({ ended: 'idle', returnTo });

/** The person left on purpose. */
export const forgetVisit = (): void => storage.removeItem(key);

/** The visit of this tab; null where there was none, or it was ended on purpose. */
export function readVisit(): Visit | null {
  try {
    return visit.parse(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Where an idle person was, once; null afterwards. */
export function takeReturn(): string | null {
  const held = readVisit();
  if (held === null || held.returnTo === null) return null;
  put({ ...held, returnTo: null });
  return held.returnTo;
}
