import { useCallback, useEffect, useState } from 'react';

const second = 1000;

/** Whole seconds until an instant that `start` sets, reckoned by the clock; 0 before and after. */
export function useCountdown(): { readonly seconds: number; readonly start: (seconds: number) => void } {
  const [times, setTimes] = useState({ now: 0, until: 0 });
  const left = times.until - times.now;
  useEffect(() => {
    if (left <= 0) return;
    const look = () => setTimes(({ until }) => ({ now: Date.now(), until }));
    const timer = setTimeout(look, left % second || second);
    return () => clearTimeout(timer);
  }, [left]);
  const start = useCallback((seconds: number) => {
    const now = Date.now();
    setTimes({ now, until: now + seconds * second });
  }, []);
  return { seconds: Math.max(0, Math.ceil(left / second)), start };
}
