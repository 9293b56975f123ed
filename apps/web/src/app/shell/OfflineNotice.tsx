import { Button } from '@mantine/core';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { connection } from '../../api/connection.ts';
import classes from './Shell.module.css';

/** Says while the portal cannot be reached that it is tried again; the page stays as it is. */
export function OfflineNotice() {
  const isOffline = useSyncExternalStore(connection.subscribe, connection.isOffline);
  return (
    <div role="status" className={classes.offline} data-shown={isOffline || undefined}>
      {isOffline && (
        <>
          <WifiOff size={16} aria-hidden />
          Offline, trying again. What you see and have typed stays.
          <Button size="compact-xs" variant="default" onClick={connection.tryNow}>
            Try now
          </Button>
        </>
      )}
    </div>
  );
}
