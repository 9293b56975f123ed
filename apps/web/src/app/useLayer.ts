import { useRouter } from '@tanstack/react-router';

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** This entry was made by opening something on top of the screen of the entry before. */
    readonly layer?: boolean;
  }
}

/**
 * Opens and closes what lies on top of a screen, as a dialog, by addresses: the back button closes it, and closing it goes
 * back, so that it leaves no trace in the history. An address that was opened as it is has no screen before it.
 */
export function useLayer() {
  const { history } = useRouter();
  return {
    open: (href: string) => history.push(href, { layer: true }),
    /** `href` is the screen without what lay on top. */
    close: (href: string) => {
      if (history.location.state.layer !== true) return history.replace(href);
      const stop = history.subscribe(({ location }) => {
        stop();
        if (location.href !== href) history.replace(href);
      });
      history.back();
    },
  };
}
