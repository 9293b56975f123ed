import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { Check, Copy } from 'lucide-react';
import { announce } from './announce.ts';

export interface CopyTextProps {
  readonly text: string;
  readonly label: string;
  /** What the button says for a moment afterwards. */
  readonly done: string;
  /** The accessible name where several stand on a page. */
  readonly name?: string;
}

/** Puts a text on the clipboard; not there where the browser has none, as on a page without TLS. */
export function CopyText({ text, label, done, name = label }: CopyTextProps) {
  const { copy, copied } = useClipboard({ timeout: 2000 });
  if (!('clipboard' in navigator)) return null;
  return (
    <Button
      variant="default"
      aria-label={name}
      leftSection={copied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
      onClick={() => {
        copy(text);
        announce(done);
      }}
    >
      {copied ? done : label}
    </Button>
  );
}
