import { VisuallyHidden } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { readAnnouncement, subscribeToAnnouncements } from './announce.ts';

/** Speaks what `announce` is given; rendered once, at the foot of the page. */
export function LiveRegion() {
  const announcement = useSyncExternalStore(subscribeToAnnouncements, readAnnouncement);
  return (
    <VisuallyHidden role="status" aria-live="polite" aria-atomic="true">
      <span key={announcement.id}>{announcement.text}</span>
    </VisuallyHidden>
  );
}
