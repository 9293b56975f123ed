import { Button } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { announce } from './announce.ts';
import { Check, Copy } from './icons.ts';

export interface CopyTextProps {
  readonly text: string;
  readonly label: string;
  /** The text of the button for a moment after copying. */
  readonly done: string;
  /** The accessible name, where a page has several of these buttons. */
  readonly name?: string;
}

/** Copies a text to the clipboard. Not rendered where the browser has none, as on a page without TLS. */
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
