import { Alert, Text, VisuallyHidden } from '@mantine/core';
import { Hourglass } from 'lucide-react';
import { useState } from 'react';
import { spokenTime } from './session/words.ts';

/** How long to wait after too many attempts: it counts down for the eye, and is spoken once. */
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
