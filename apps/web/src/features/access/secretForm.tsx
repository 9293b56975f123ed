import { Alert, Text, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useState } from 'react';
import { ApiError, describeError } from '../../api/apiError.ts';
import { useSentForm } from '../../api/useSentForm.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Hourglass } from '../../ui/icons.ts';
import { spokenTime } from './accessWords.ts';

/** A form with a secret. After too many attempts it sends nothing for as long as the portal says. */
export function useSecretForm<Values extends Readonly<Record<string, unknown>>>(
  given: Omit<Parameters<typeof useSentForm<Values>>[0], 'isBlocked' | 'onRefused'>,
) {
  const { seconds, start } = useCountdown();
  const isBlocked = seconds > 0;
  const form = useSentForm<Values>({ ...given, isBlocked, onRefused: (error) => start(waitOf(error)) });
  return { ...form, seconds, isBlocked };
}

const waitOf = (error: unknown): number => (error instanceof ApiError ? (error.retryAfter ?? 0) : 0);

interface WhyRefusedProps {
  readonly form: { readonly failure: Error | null; readonly seconds: number };
}

/** Why such a form was refused, or how long it waits. */
export function WhyRefused({ form: { failure, seconds } }: WhyRefusedProps) {
  if (seconds > 0) return <Waiting seconds={seconds} />;
  return <FailedAlert says={failure === null || waitOf(failure) > 0 ? null : describeError(failure)} />;
}

/** How long to wait after too many attempts. The number counts down, and a screen reader says it once. */
function Waiting({ seconds }: { readonly seconds: number }) {
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
function useCountdown(): { readonly seconds: number; readonly start: (seconds: number) => void } {
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
