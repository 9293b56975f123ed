import { Anchor, Code, Divider, List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * Text in a small Markdown: headings, paragraphs, lists, rules, bold, italics, code and links to http, https and mailto.
 * Anything else, HTML too, is shown as it was typed.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Stack gap="sm">
      {blocksOf(text).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text never move.
        <MarkdownBlock key={index} block={block} />
      ))}
    </Stack>
  );
}

type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly text: string }
  | { readonly kind: 'list'; readonly isNumbered: boolean; readonly start: number; readonly items: string[] }
  | { readonly kind: 'paragraph'; readonly lines: string[] }
  | { readonly kind: 'rule' };

const heading = /^(#{1,6})\s+(.*?)\s*#*$/;
const item = /^\s{0,3}(?:[-*+]|(\d{1,9})[.)])\s+(.*)$/;
const rule = /^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$/;

function blocksOf(text: string): readonly Block[] {
  const blocks: Block[] = [];
  let isNew = true;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const last = isNew ? undefined : blocks.at(-1);
    const next = beginBlock(line, blocks.at(-1));
    if (next !== undefined) blocks.push(...next);
    else if (last?.kind === 'paragraph') last.lines.push(line.trim());
    else if (last?.kind === 'list') last.items.push(`${last.items.pop() ?? ''} ${line.trim()}`);
    else blocks.push({ kind: 'paragraph', lines: [line.trim()] });
    isNew = false;
  }
  return blocks;
}

/** The block that a line begins; none where the line goes on with a list; undefined where it begins none by itself. */
function beginBlock(line: string, last: Block | undefined): readonly Block[] | undefined {
  if (rule.test(line)) return [{ kind: 'rule' }];
  const [, marks, title] = heading.exec(line) ?? [];
  if (marks !== undefined) return [{ kind: 'heading', level: marks.length, text: title ?? '' }];
  const [, number, words] = item.exec(line) ?? [];
  if (words === undefined) return undefined;
  const isNumbered = number !== undefined;
  if (last?.kind !== 'list' || last.isNumbered !== isNumbered)
    return [{ kind: 'list', isNumbered, start: Number(number ?? 1), items: [words] }];
  last.items.push(words);
  return [];
}

/** A page has one heading of the first level, and it is not in the text. */
const orderOf = (level: number) => (level === 1 ? 2 : level === 2 ? 3 : 4);

function MarkdownBlock({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case 'rule':
      return <Divider />;
    case 'heading':
      return (
        <Title order={orderOf(block.level)} size={`h${orderOf(block.level) + 1}`}>
          {inline(block.text)}
        </Title>
      );
    case 'list':
      return (
        <List type={block.isNumbered ? 'ordered' : 'unordered'} start={block.start} withPadding>
          {block.items.map((words) => (
            <List.Item key={words}>{inline(words)}</List.Item>
          ))}
        </List>
      );
    default:
      return <Text>{inline(block.lines.join(' '))}</Text>;
  }
}

const span =
  /\*\*(?<bold>[^*]+)\*\*|\*(?<italic>[^*\s][^*]*)\*|(?<!\w)_(?<low>[^_\s][^_]*)_(?!\w)|`(?<code>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)\s]+)\)/g;

/** Text with its bold, italic, code and linked parts; a link to another kind of address stays as it was typed. */
function inline(text: string): ReactNode[] {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(span)) {
    parts.push(
      text.slice(end, match.index),
      <Span key={match.index} groups={match.groups} whole={match[0]} />,
    );
    end = match.index + match[0].length;
  }
  return [...parts, text.slice(end)];
}

interface SpanProps {
  readonly groups: Readonly<Record<string, string | undefined>> | undefined;
  readonly whole: string;
}

function Span({ groups = {}, whole }: SpanProps) {
  const { bold, italic = groups['low'], code, label, href } = groups;
  if (bold !== undefined) return <strong>{inline(bold)}</strong>;
  if (italic !== undefined) return <em>{inline(italic)}</em>;
  if (code !== undefined) return <Code>{code}</Code>;
  if (label === undefined || href === undefined || !isLink(href)) return whole;
  return (
    <Anchor href={href} inherit rel="noreferrer" target="_blank">
      {label}
    </Anchor>
  );
}

const linked: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const isLink = (href: string): boolean => URL.canParse(href) && linked.has(new URL(href).protocol);
