import { ActionIcon, Group, Stack, Textarea, Tooltip } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import type { Icon } from '../../../ui/drawIcon.tsx';
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  Quote,
} from '../../../ui/icons.ts';
import { words } from './adminNewsWords.ts';
import { type Mark, withMark } from './articleDraft.ts';

const buttons: readonly (readonly [Mark, Icon])[] = [
  ['heading', Heading2],
  ['bold', Bold],
  ['italic', Italic],
  ['link', LinkIcon],
  ['bullets', List],
  ['numbers', ListOrdered],
  ['quote', Quote],
  ['code', Code],
];

interface MarkdownFieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A text in Markdown, with buttons that write its marks. */
export function MarkdownField({ value, onChange }: MarkdownFieldProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const selection = useRef<readonly [number, number] | null>(null);
  useLayoutEffect(() => {
    if (selection.current === null) return;
    field.current?.focus();
    field.current?.setSelectionRange(...selection.current);
    selection.current = null;
  });
  const mark = (one: Mark) => {
    const { selectionStart = value.length, selectionEnd = value.length } = field.current ?? {};
    const marked = withMark(value, [selectionStart, selectionEnd], one);
    selection.current = [marked.from, marked.to];
    onChange(marked.text);
  };
  return (
    <Stack gap="xs">
      <Group gap={4} role="group" aria-label={words.toolbar}>
        {buttons.map(([one, Icon]) => (
          <Tooltip key={one} label={words.marks[one]}>
            <ActionIcon variant="default" size="lg" aria-label={words.marks[one]} onClick={() => mark(one)}>
              <Icon size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        ))}
      </Group>
      <Textarea
        ref={field}
        label={words.fields.text}
        description={words.markdown}
        autosize
        minRows={10}
        maxRows={28}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Stack>
  );
}
