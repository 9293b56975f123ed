import { Feed } from 'feed';
import { textOf, withAbsoluteLinks } from '../richText/index.ts';
import type { StoredArticle } from './newsStore.ts';

export interface FeedHead {
  readonly title: string;
  /** The origin under which people reach the portal. */
  readonly origin: string;
  /** The address of the feed itself. */
  readonly address: string;
}

const maxDescription = 400;

/** Articles as RSS 2.0, with absolute links and the whole text. */
export function writeFeed(
  { title, origin, address }: FeedHead,
  articles: readonly (StoredArticle & { readonly publishedAt: Date })[],
): string {
  const feed = new Feed({
    title: readable(`${title} news`),
    description: readable(`News of ${title}`),
    link: `${origin}/news`,
    language: 'en',
    generator: 'Atrium',
    feed: address,
    // Without it the feed would differ from second to second.
    updated: articles[0]?.publishedAt ?? new Date(0),
  });
  for (const article of articles)
    feed.addItem({
      title: readable(article.title),
      link: `${origin}/news/${article.id}`,
      date: article.publishedAt,
      description: readable(escaped(textOf(article.body, maxDescription)) || article.title),
      content: readable(withAbsoluteLinks(article.body, origin) || escaped(article.title)),
      category: article.tags.map(({ name }) => ({ name: readable(name) })),
      // `author` of RSS is an e-mail address; a name is a creator of Dublin Core.
      ...(article.author === null
        ? {}
        : { extensions: [{ name: 'dc:creator', objects: { _text: readable(article.author) } }] }),
    });
  return feed.rss2();
}

/** Readers take a description for HTML. */
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Without the control characters that XML cannot hold. */
const readable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (letter) => (/[\t\n\r]/.test(letter) ? letter : ''));
