import { Code, Group, List, Stack, Text } from '@mantine/core';
import type { Guess } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';

interface GuessesProps {
  readonly title?: string;
  readonly guesses: readonly Guess[];
}

/** What was found, with the texts that speak against it. */
export function Guesses({ title, guesses }: GuessesProps) {
  if (guesses.length === 0) return null;
  const once = new Map(guesses.map((guess) => [guess.text, guess]));
  return (
    <Stack gap={4}>
      {title !== undefined && <Text fw={600}>{title}</Text>}
      <List size="sm" spacing={4}>
        {[...once.values()].map(({ text, counterExamples }) => (
          <List.Item key={text}>
            {text}
            <NotFitting texts={counterExamples} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

/** Texts that do not fit. */
export function NotFitting({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <Group gap={6} mt={2}>
      <Text span size="xs" c="dimmed">
        {words.columns.notFitting}
      </Text>
      {texts.map((text) => (
        <Code key={text}>{text.slice(0, 60)}</Code>
      ))}
    </Group>
  );
}
