import { type ComponentProps, useEffect, useState } from 'react';

const fits = ({ scrollWidth, clientWidth, scrollHeight, clientHeight }: HTMLElement): boolean =>
  scrollWidth <= clientWidth + 1 && scrollHeight <= clientHeight + 1;

/**
 * What makes an element that scrolls a region with a name which the keyboard reaches, while more is in it than fits
 * (rule 16.13). An element with a role of its own keeps it.
 */
export function useScrollRegion(label: string, { role = 'region' }: { readonly role?: string | null } = {}) {
  const [element, ref] = useState<HTMLElement | null>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    if (element === null) return;
    const measure = () => setScrolls(!fits(element));
    const sizes = new ResizeObserver(measure);
    const observe = () => {
      for (const part of [element, ...element.children]) sizes.observe(part);
      measure();
    };
    const parts = new MutationObserver(observe);
    observe();
    parts.observe(element, { childList: true });
    return () => {
      sizes.disconnect();
      parts.disconnect();
    };
  }, [element]);
  return { ref, ...(scrolls && { ...(role !== null && { role }), 'aria-label': label, tabIndex: 0 }) };
}

interface ScrollRegionProps extends ComponentProps<'div'> {
  readonly label: string;
}

/** A part of a page that scrolls by itself where its content does not fit; its style says how. */
export const ScrollRegion = ({ label, ...given }: ScrollRegionProps) => (
  <div {...given} {...useScrollRegion(label)} />
);
