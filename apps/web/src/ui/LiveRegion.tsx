import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { currentAnnouncement, subscribeToAnnouncements } from './announce.ts';

/** The element from which screen readers read what is announced. Rendered once, at the end of the page. */
export function LiveRegion() {
  const announcement = useSyncExternalStore(subscribeToAnnouncements, currentAnnouncement);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
      <span key={announcement.id}>{announcement.text}</span>
    </VisuallyHidden>
  );
}
