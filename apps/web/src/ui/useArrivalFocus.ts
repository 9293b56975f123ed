import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus to a page's heading when it appears after a change of page. The shell parks the focus on `main` at
 * that moment; a heading takes it from there only, never from something that a person is using.
 */
export function useArrivalFocus<Element extends HTMLElement>(): RefObject<Element | null> {
  const target = useRef<Element>(null);
  useEffect(() => {
    if (document.activeElement?.tagName === 'MAIN') target.current?.focus({ preventScroll: true });
  }, []);
  return target;
}
