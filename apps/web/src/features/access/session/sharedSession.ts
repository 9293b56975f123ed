import { z } from 'zod';

const userLoad = z.object({
  account: z.int(),
  /** When the user was loaded. */
  loadedAt: z.number(),
  expiresAt: z.number(),
  isFinal: z.boolean(),
});
/** One load of the user, shared by all tabs of a browser; milliseconds of the browser's clock. */
export type UserLoad = z.infer<typeof userLoad>;

const loadKey = 'atrium-session';
const activityKey = 'atrium-sign';
const storage = window.localStorage;

function write(key: string, value: string): void {
  try {
    storage.setItem(key, value);
  } catch {
    // Without a storage each tab knows only its own loads and activity.
  }
}

/** The latest load of this account's user in any tab. */
export function loadUserLoad(account: number): UserLoad | null {
  try {
    const load = userLoad.parse(JSON.parse(storage.getItem(loadKey) ?? 'null'));
    return load.account === account ? load : null;
  } catch {
    return null;
  }
}

/** Shares a load with the other tabs, unless one of them has a later one. */
export function shareLoad(load: UserLoad): void {
  const known = loadUserLoad(load.account);
  if (known === null || known.loadedAt < load.loadedAt) write(loadKey, JSON.stringify(load));
}

/** Whether somebody was signed in at this browser when it was used last; until the server has answered, a page goes by it. */
export function expectsSession(): boolean {
  try {
    return storage.getItem(loadKey) !== null;
  } catch {
    return false;
  }
}

/** Notes that the server knows of no session. */
export const noteSignedOut = (): void => {
  if (expectsSession()) storage.removeItem(loadKey);
};

/** Tells the other tabs that the person signed out. */
export const shareSignOut = (): void => storage.removeItem(loadKey);

/** When the person was last active in any tab; 0 where that is not known. */
export const loadActivity = (): number => Number(storage.getItem(activityKey)) || 0;
export const shareActivity = (at: number): void => write(activityKey, String(at));

/** Calls back when another tab has renewed or ended the session, or was used. */
export function onOtherTabs({ changed, signedOut }: { changed: () => void; signedOut: () => void }) {
  const onStorage = ({ key, newValue }: StorageEvent): void => {
    if (key === loadKey && newValue === null) signedOut();
    else if (key === loadKey || key === activityKey) changed();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
