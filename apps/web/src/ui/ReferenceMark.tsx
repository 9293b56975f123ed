import { ActionIcon, Anchor, Group, Tooltip } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { announce } from './announce.ts';
import { Check, Copy } from './icons.ts';

export interface ReferenceMarkProps {
  /** What it is, before the text. */
  readonly label: string;
  readonly text: string;
  readonly href: string;
  /** The accessible name of the button that copies the text, and the message after copying. */
  readonly copy: string;
  readonly copied: string;
}

/** A short text that stands for something, small, with a link to it and a button that copies it. */
export function ReferenceMark({ label, text, href, copy, copied }: ReferenceMarkProps) {
  const clipboard = useClipboard({ timeout: 2000 });
  const onCopy = () => {
    clipboard.copy(text);
    announce(copied);
  };
  return (
    <Group gap={4} wrap="nowrap" fz="xs" c="dimmed" component="span">
      <Group gap="0 0.25rem" component="span">
        {label}
        <Anchor href={href} inherit ff="monospace" lh="1.5rem" style={{ whiteSpace: 'nowrap' }}>
          {text}
        </Anchor>
      </Group>
      {'clipboard' in navigator && (
        <Tooltip label={copy}>
          <ActionIcon variant="subtle" color="gray" size="sm" aria-label={copy} onClick={onCopy}>
            {clipboard.copied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
