import { Alert, Text, VisuallyHidden } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { spokenTime } from './words.ts';

/** How long to wait after too many attempts. The number counts down, and a screen reader says it once. */
export function Waiting({ seconds }: { readonly seconds: number }) {
  const [first] = useState(seconds);
  return (
    <Alert color="orange" icon={<Hourglass size={18} aria-hidden />} role="presentation">
      <Text span inherit aria-hidden>
        {sentence(seconds)}
      </Text>
      <VisuallyHidden role="alert">{sentence(first)}</VisuallyHidden>
    </Alert>
  );
}

const sentence = (seconds: number): string =>
  `Too many attempts. You can try again in ${spokenTime(seconds)}.`;

const second = 1000;

/** Whole seconds until the instant that `start` sets; 0 before it is called and after the instant. */
export function useCountdown(): { readonly seconds: number; readonly start: (seconds: number) => void } {
  const [times, setTimes] = useState({ now: 0, until: 0 });
  const left = times.until - times.now;
  useEffect(() => {
    if (left <= 0) return;
    const tick = () => setTimes(({ until }) => ({ now: Date.now(), until }));
    const timer = setTimeout(tick, left % second || second);
    return () => clearTimeout(timer);
  }, [left]);
  const start = useCallback((seconds: number) => {
    const now = Date.now();
    setTimes({ now, until: now + seconds * second });
  }, []);
  return { seconds: Math.max(0, Math.ceil(left / second)), start };
}
