/**
 * Where a draft is kept (rule 16.10): in the browser, where every tab of the account finds it, or in the tab alone, for
 * values of data, which may name a subject.
 */
export type DraftPlace = 'browser' | 'tab';

const prefix = 'atrium-draft ';
const forgottenKey = 'atrium-drafts-forgotten';
const maxAgeMs = 30 * 24 * 60 * 60_000;
const storages = { browser: window.localStorage, tab: window.sessionStorage } as const;

/** What the browser has no room for: it lasts as long as the page. */
const unkept = new Map<string, string>();
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** Calls back when a draft changes, in this tab or another one. */
export function subscribeToDrafts(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The key of a draft of an account, or of a page in which nobody is signed in yet. */
export const draftKey = (account: number | string, about: readonly (string | number)[]): string =>
  `${prefix}${[account, ...about].join(' ')}`;

/** The text of a draft; null where there is none. */
export function loadDraft(place: DraftPlace, key: string): string | null {
  try {
    return unkept.get(key) ?? storages[place].getItem(key);
  } catch {
    return null;
  }
}

/** Whether the browser keeps the draft over a reload. */
export const isDraftKept = (key: string): boolean => !unkept.has(key);

/** Keeps the text of a draft; null removes it. */
export function writeDraft(place: DraftPlace, key: string, text: string | null): void {
  unkept.delete(key);
  try {
    // An older text must not come back where there is no room for the new one.
    storages[place].removeItem(key);
    if (text !== null) storages[place].setItem(key, text);
  } catch {
    if (text !== null) unkept.set(key, text);
  }
  changed();
}

function keysOf(storage: Storage): readonly string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((key) =>
      key.startsWith(prefix),
    );
  } catch {
    return [];
  }
}

/** How many drafts there are; those of other accounts are gone by then. */
export const countDrafts = (): number => unkept.size + Object.values(storages).flatMap(keysOf).length;

function removeDrafts(isGone: (key: string, text: string | null) => boolean): void {
  for (const key of unkept.keys()) if (isGone(key, null)) unkept.delete(key);
  for (const storage of Object.values(storages))
    for (const key of keysOf(storage)) if (isGone(key, storage.getItem(key))) storage.removeItem(key);
  changed();
}

/** Forgets all drafts of this browser, in every tab, because the person signs out. */
export function forgetDrafts(): void {
  removeDrafts(() => true);
  try {
    storages.browser.setItem(forgottenKey, '1');
    storages.browser.removeItem(forgottenKey);
  } catch {
    // Other tabs have no storage either.
  }
}

const isOld = (text: string | null): boolean => {
  const [, at] = /^\{"at":(\d+),/.exec(text ?? '') ?? [];
  return at !== undefined && Date.now() - Number(at) > maxAgeMs;
};

/** Forgets the drafts of other accounts before anything is shown to this one, and what was left for 30 days. */
export function keepOnlyDraftsOf(account: number): void {
  removeDrafts((key, text) => !key.startsWith(draftKey(account, [''])) || isOld(text));
}

window.addEventListener('storage', ({ key, newValue }) => {
  if (key === forgottenKey && newValue !== null) removeDrafts(() => true);
  else if (key === null || key.startsWith(prefix)) changed();
});

window.addEventListener('beforeunload', (event) => {
  if (unkept.size > 0) event.preventDefault();
});
