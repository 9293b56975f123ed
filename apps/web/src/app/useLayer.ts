import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Whether this entry opened something on top of the screen of the previous entry. */
    readonly layer?: boolean;
  }
}

/**
 * Opens and closes what lies on top of a screen, such as a dialog, by addresses. The back button closes it. Closing it goes
 * back, so that it leaves no entry in the history, unless the address was opened directly and has no screen before it.
 */
export function useLayer() {
  const { history } = useRouter();
  /** The step back is taken, and the browser has not made it yet. */
  const isClosing = useRef(false);
  return {
    open: (href: string) => history.push(href, { layer: true }),
    /** `href` is the address of the screen alone. */
    close: (href: string) => {
      if (isClosing.current) return;
      if (history.location.state.layer !== true) return history.replace(href);
      isClosing.current = true;
      const stop = history.subscribe(({ location }) => {
        stop();
        isClosing.current = false;
        if (location.href !== href) history.replace(href);
      });
      history.back();
    },
  };
}
