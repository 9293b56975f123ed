import { useRouterState } from '@tanstack/react-router';
import classes from './LoadingBar.module.css';

/** A line on top of the window while the next screen is on its way. */
export function LoadingBar() {
  const loading = useRouterState({ select: (state) => state.isLoading });
  return <div className={classes.bar} data-loading={loading || undefined} aria-hidden="true" />;
}
