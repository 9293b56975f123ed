import { useEffect } from 'react';

const signs = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'input'] as const;
const atMostEveryMs = 1000;

/** Hears of a person who uses this page, at most once a second. */
export function useSigns(onSign: () => void): void {
  useEffect(() => {
    let heardAt = 0;
    const hear = (): void => {
      if (Math.abs(Date.now() - heardAt) < atMostEveryMs) return;
      heardAt = Date.now();
      onSign();
    };
    const options = { capture: true, passive: true } as const;
    for (const name of signs) window.addEventListener(name, hear, options);
    return () => {
      for (const name of signs) window.removeEventListener(name, hear, options);
    };
  }, [onSign]);
}
