import { z } from 'zod';

const held = z.object({
  account: z.int(),
  /** When the user was loaded. */
  loadedAt: z.number(),
  expiresAt: z.number(),
  isFinal: z.boolean(),
});
/** One load of the user, as all tabs of a browser reckon with it; milliseconds of the browser's clock. */
export type UserLoad = z.infer<typeof held>;

const loadKey = 'atrium-session';
const signKey = 'atrium-sign';
const storage = window.localStorage;

function put(key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Without a storage each tab reckons for itself.
  }
}

/** The latest load in any tab of this account's user. */
export function readLoad(account: number): UserLoad | null {
  try {
    const load = held.parse(JSON.parse(storage.getItem(loadKey) ?? 'null'));
    return load.account === account ? load : null;
  } catch {
    return null;
  }
}

/** Tells the other tabs of a load, unless one of them knows of a later one. */
export function shareLoad(load: UserLoad): void {
  const known = readLoad(load.account);
  if (known === null || known.loadedAt < load.loadedAt) put(loadKey, JSON.stringify(load));
}

/** Tells the other tabs that the session was ended on purpose. */
export const shareSignOut = (): void => storage.removeItem(loadKey);

/** When a person last gave a sign in any tab; 0 where nobody knows. */
export const readSign = (): number => Number(storage.getItem(signKey)) || 0;
export const shareSign = (at: number): void => put(signKey, String(at));

/** Calls back when another tab has renewed or ended the session, or has had a sign. */
export function onOtherTabs({ changed, signedOut }: { changed: () => void; signedOut: () => void }) {
  const hear = ({ key, newValue }: StorageEvent): void => {
    if (key === loadKey && newValue === null) signedOut();
    else if (key === loadKey || key === signKey) changed();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
