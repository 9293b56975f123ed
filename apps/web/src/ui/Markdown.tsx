import { isLinkAddress } from '@atrium/contract';
import { Anchor, Code, Divider, List, Stack, Text, Title } from '@mantine/core';
import { type MarkedToken, marked, type Token } from 'marked';

/**
 * Markdown as elements of the page: headings, paragraphs, lists, rules, bold, italics, code and links (rule 9.14).
 * Anything else, HTML too, is shown as it was typed.
 */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Stack gap="sm">
      <Parts tokens={marked.lexer(text)} />
    </Stack>
  );
}

const Parts = ({ tokens }: { readonly tokens: readonly Token[] }) =>
  tokens.map((token, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    isShown(token) ? <Part key={index} token={token} /> : token.raw,
  );

const shownKinds = [
  'space',
  'hr',
  'heading',
  'paragraph',
  'list',
  'text',
  'escape',
  'br',
  'strong',
  'em',
  'code',
  'codespan',
  'link',
] as const;

type ShownToken = Extract<MarkedToken, { type: (typeof shownKinds)[number] }>;

const isShown = (token: Token): token is ShownToken => shownKinds.some((kind) => kind === token.type);

/** A page has one heading of the first level, and it is not in the text. */
const orderOf = (level: number) => (level === 1 ? 2 : level === 2 ? 3 : 4);

function Part({ token }: { readonly token: ShownToken }) {
  switch (token.type) {
    case 'space':
      return null;
    case 'hr':
      return <Divider />;
    case 'heading':
      return (
        <Title order={orderOf(token.depth)} size={`h${orderOf(token.depth) + 1}`}>
          <Parts tokens={token.tokens} />
        </Title>
      );
    case 'paragraph':
      return (
        <Text>
          <Parts tokens={token.tokens} />
        </Text>
      );
    case 'list':
      return (
        <List
          type={token.ordered ? 'ordered' : 'unordered'}
          {...(token.start === '' ? {} : { start: token.start })}
          withPadding
        >
          {token.items.map((item) => (
            <List.Item key={item.raw}>
              <Parts tokens={item.tokens} />
            </List.Item>
          ))}
        </List>
      );
    default:
      return <Inline token={token} />;
  }
}

type BlockKind = 'space' | 'hr' | 'heading' | 'paragraph' | 'list';

function Inline({ token }: { readonly token: Exclude<ShownToken, { type: BlockKind }> }) {
  switch (token.type) {
    case 'br':
      return <br />;
    case 'strong':
      return (
        <strong>
          <Parts tokens={token.tokens} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts tokens={token.tokens} />
        </em>
      );
    case 'code':
      return <Code block>{token.text}</Code>;
    case 'codespan':
      return <Code>{token.text}</Code>;
    case 'link':
      if (!isLinkAddress(token.href)) return token.raw;
      return (
        <Anchor href={token.href} inherit rel="noreferrer" target="_blank">
          <Parts tokens={token.tokens} />
        </Anchor>
      );
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? <Parts tokens={token.tokens} /> : token.text;
    default:
      return token.text;
  }
}
