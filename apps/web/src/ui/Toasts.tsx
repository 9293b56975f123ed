import { Notifications } from '@mantine/notifications';
import classes from './Toasts.module.css';

/** Short messages in the corner. A message that comes before this part has loaded waits for it. */
export function Toasts() {
  return <Notifications position="bottom-right" limit={4} className={classes.toasts ?? ''} />;
}
