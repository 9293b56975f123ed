import { Anchor, Code, Divider, List, Stack, Text, Title } from '@mantine/core';
import { type MarkedToken, marked, type Token } from 'marked';
import { ScrollRegion } from './ScrollRegion.tsx';

interface Linking {
  /** Whether the page may link to an address. */
  readonly isLink: (address: string) => boolean;
}

export interface MarkdownProps extends Linking {
  readonly text: string;
}

/**
 * Markdown as elements of the page: headings, paragraphs, lists, rules, bold, italics, code and links.
 * Anything else, HTML and links to other addresses too, is shown as it was typed.
 */
export function Markdown({ text, isLink }: MarkdownProps) {
  return (
    <Stack gap="sm">
      <Parts tokens={marked.lexer(text)} isLink={isLink} />
    </Stack>
  );
}

const Parts = ({ tokens, isLink }: Linking & { readonly tokens: readonly Token[] }) =>
  tokens.map((token, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never move.
    isShown(token) ? <Part key={index} token={token} isLink={isLink} /> : token.raw,
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

function Part({ token, isLink }: Linking & { readonly token: ShownToken }) {
  switch (token.type) {
    case 'space':
      return null;
    case 'hr':
      return <Divider />;
    case 'heading':
      return (
        <Title order={orderOf(token.depth)} size={`h${orderOf(token.depth) + 1}`}>
          <Parts tokens={token.tokens} isLink={isLink} />
        </Title>
      );
    case 'paragraph':
      return (
        <Text>
          <Parts tokens={token.tokens} isLink={isLink} />
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
              <Parts tokens={item.tokens} isLink={isLink} />
            </List.Item>
          ))}
        </List>
      );
    default:
      return <Inline token={token} isLink={isLink} />;
  }
}

type BlockKind = 'space' | 'hr' | 'heading' | 'paragraph' | 'list';

function Inline({ token, isLink }: Linking & { readonly token: Exclude<ShownToken, { type: BlockKind }> }) {
  switch (token.type) {
    case 'br':
      return <br />;
    case 'strong':
      return (
        <strong>
          <Parts tokens={token.tokens} isLink={isLink} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <Parts tokens={token.tokens} isLink={isLink} />
        </em>
      );
    case 'code':
      return (
        <ScrollRegion label={`Code: ${token.text.slice(0, 40)}`} style={{ overflowX: 'auto' }}>
          <Code block>{token.text}</Code>
        </ScrollRegion>
      );
    case 'codespan':
      return <Code>{token.text}</Code>;
    case 'link':
      if (!isLink(token.href)) return token.raw;
      return (
        <Anchor href={token.href} inherit rel="noreferrer" target="_blank">
          <Parts tokens={token.tokens} isLink={isLink} />
        </Anchor>
      );
    case 'text':
      return 'tokens' in token && token.tokens !== undefined ? (
        <Parts tokens={token.tokens} isLink={isLink} />
      ) : (
        token.text
      );
    default:
      return token.text;
  }
}
