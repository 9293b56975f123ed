import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

/** Names the page in the title of the window: screen, dataset, site. */
export function usePageTitle(dataset: string | undefined, site: string): void {
  const screen = useMatches({ select: (matches) => matches.at(-1)?.staticData.title });
  useEffect(() => {
    const parts = [screen, dataset, site].filter((part) => part !== undefined);
    document.title = [...new Set(parts)].join(' · ');
  }, [screen, dataset, site]);
}
