interface Announcement {
  readonly id: number;
  readonly text: string;
}

let current: Announcement = { id: 0, text: '' };
const listeners = new Set<() => void>();

/** Lets a screen reader say a sentence, also if it is the same as the last one. */
export function announce(text: string): void {
  current = { id: current.id + 1, text };
  for (const listener of listeners) listener();
}

export const currentAnnouncement = (): Announcement => current;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
