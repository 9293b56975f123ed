import { useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';

const metaOf = (): HTMLMetaElement | null => document.querySelector('meta[name="description"]');
/** What index.html says of the whole portal. */
const general = metaOf()?.content;

/** Sets the title of the window (screen, dataset, site) and the description of the page (rule 14.44). */
export function usePageFace(dataset: string | undefined, site: string): void {
  const title = useMatches({
    select: (matches) => {
      const last = matches.at(-1);
      return last?.staticData.titleOf?.(last.params) ?? last?.staticData.title;
    },
  });
  const about = useMatches({ select: (matches) => matches.at(-1)?.staticData.about });
  useEffect(() => {
    const parts = [title, dataset, site].filter((part) => part !== undefined);
    document.title = [...new Set(parts)].join(' · ');
  }, [title, dataset, site]);
  useEffect(() => {
    const meta = metaOf();
    if (meta !== null) meta.content = about ?? general ?? '';
  }, [about]);
}
