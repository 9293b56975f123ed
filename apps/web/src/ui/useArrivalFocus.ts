import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a page's heading when it appears after a change of page. The shell puts the focus on `main` at that
 * moment. The heading takes it only from there, never from an element that the person is using.
 */
export function useArrivalFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const target = useRef<Element>(null);
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') target.current?.focus({ preventScroll: true });
  }, []);
  return target;
}
