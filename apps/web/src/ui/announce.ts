interface Announcement {
  readonly id: number;
  readonly text: string;
}

let current: Announcement = { id: 0, text: '' };
const listeners = new Set<() => void>();

/** Has a screen reader say a sentence, also when it was the last one said. */
export function announce(text: string): void {
  current = { id: current.id + 1, text };
  for (const tell of listeners) tell();
}

export const readAnnouncement = (): Announcement => current;

export function subscribeToAnnouncements(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
