import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { marked } from 'marked';
import sanitizeHtml from 'sanitize-html';

const tags = [
  'a',
  'blockquote',
  'br',
  'code',
  'del',
  'em',
  'h2',
  'h3',
  'h4',
  'hr',
  'li',
  'ol',
  'p',
  'pre',
  'strong',
  'sub',
  'sup',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
];

const rules: sanitizeHtml.IOptions = {
  allowedTags: tags,
  allowedAttributes: { a: ['href', 'rel'], ol: ['start'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: {
    b: 'strong',
    i: 'em',
    // A page has one heading of the first level, and it is not in the text.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: isLinkAddress(href) ? { href, rel: 'noopener noreferrer' } : {},
    }),
  },
};

/**
 * Markdown as HTML of paragraphs, headings, lists, tables, emphasis, code and links, and nothing else (rule 14.1). HTML
 * inside the Markdown passes the same rules; pictures, scripts, styles and frames are dropped.
 */
export const renderMarkdown = (source: string): string =>
  sanitizeHtml(marked.parse(source, { async: false, gfm: true }), rules).trim();

/** The same HTML with the paths of links made absolute, for readers elsewhere. */
export const withAbsoluteLinks = (html: string, base: string): string =>
  sanitizeHtml(html, {
    ...rules,
    transformTags: {
      a: (tagName, { href }) => ({
        tagName,
        attribs:
          href === undefined ? {} : { href: URL.canParse(href, base) ? new URL(href, base).href : href },
      }),
    },
  });

/** The words of an HTML text in one line, cut at a word. */
export function textOf(html: string, longest: number): string {
  const spaced = html.replaceAll(/<\/(p|h[2-4]|li|tr|pre|blockquote)>|<br \/>/g, ' ');
  const words = sanitizeHtml(spaced, { allowedTags: [], allowedAttributes: {}, textFilter: unescaped })
    .replace(/\s+/g, ' ')
    .trim();
  if (words.length <= longest) return words;
  return `${words.slice(0, longest).replace(/\s+\S*$/, '')} …`;
}

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };
const unescaped = (text: string): string =>
  text.replaceAll(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity);
