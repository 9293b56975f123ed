import { z } from 'zod';

export const sessionEnds = ['expired', 'idle'] as const;
/** How a session ended by itself: it expired, or the person was inactive for too long. */
export type SessionEnd = (typeof sessionEnds)[number];

const sessionContext = z.object({ ended: z.enum(sessionEnds), returnTo: z.string().nullable() });
/** What a tab remembers of its session: how it ends if nothing else is noted, and which page was open at an idle end. */
export type SessionContext = z.infer<typeof sessionContext>;

const key = 'atrium-visit';
const datasetKey = 'atrium-dataset';
const storage = window.sessionStorage;

function write(context: SessionContext): void {
  try {
    storage.setItem(key, JSON.stringify(context));
  } catch {
    // Without the note the person comes to the home page, and its address has the page to return to.
  }
}

/** Notes that somebody is signed in; if the next load finds no session, it has expired. */
export const noteSignedIn = (): void => write({ ended: 'expired', returnTo: null });

/** Notes that the person was inactive for too long; the page to return to survives a sign-out at a provider. */
export const noteIdleEnd = (returnTo: string): void => write({ ended: 'idle', returnTo });

/** Forgets the session, because the person signed out. */
export const forgetSessionContext = (): void => {
  storage.removeItem(key);
  storage.removeItem(datasetKey);
};

/** Notes which dataset is open in this tab. */
export function noteDataset(dataset: string): void {
  try {
    storage.setItem(datasetKey, dataset);
  } catch {
    // The pages of the account lack the links of the dataset then.
  }
}

/** The dataset that was open last in this tab. */
export function lastDataset(): string | undefined {
  try {
    return storage.getItem(datasetKey) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The session context of this tab; null where nobody was signed in, or the person signed out. */
export function loadSessionContext(): SessionContext | null {
  try {
    return sessionContext.parse(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** The page that was open when an inactive person was signed out. The second call gives null. */
export function takeReturnAddress(): string | null {
  const context = loadSessionContext();
  if (context === null || context.returnTo === null) return null;
  write({ ...context, returnTo: null });
  return context.returnTo;
}
