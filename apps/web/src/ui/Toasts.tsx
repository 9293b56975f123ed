import { Notifications } from '@mantine/notifications';

/** Short messages in the corner. A message that comes before this part has loaded waits for it. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={4} />;
}
