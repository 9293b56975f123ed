import { type NewsArticle, newsArticleWire } from '@atrium/contract/wire/news';
import { z } from 'zod';

const kept = z.object({ account: z.int(), articles: z.array(newsArticleWire) });

const key = 'atrium-articles';
const maxArticles = 20;
const maxStored = 400_000;
const storage = window.localStorage;

interface Kept {
  readonly account: number;
  readonly articles: readonly NewsArticle[];
}

function read(): Kept | null {
  try {
    return kept.parse(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}

/** Forgets the kept articles, as when the person signs out (rule 14.51). */
export function forgetArticles(): void {
  try {
    storage.removeItem(key);
  } catch {
    // Where nothing can be stored, nothing is kept.
  }
}

/** Keeps an opened article of an account for reading without a connection; the oldest ones make room. */
export function keepArticle(account: number, article: NewsArticle): void {
  if (article.state !== 'published') return;
  const held = read();
  const others = held?.account === account ? held.articles.filter(({ id }) => id !== article.id) : [];
  for (let articles = [article, ...others].slice(0, maxArticles); articles.length > 0; articles.pop()) {
    const text = JSON.stringify(z.encode(kept, { account, articles }));
    if (text.length > maxStored) continue;
    try {
      storage.setItem(key, text);
      return;
    } catch {
      // No room: one fewer.
    }
  }
}

/** The articles that were opened last, latest first; only those of the account, where one is named. */
export function keptArticles(account?: number): readonly NewsArticle[] {
  const held = read();
  return held === null || (account !== undefined && held.account !== account) ? [] : held.articles;
}

/** Forgets what another account has opened at this browser, before anything is shown to this one. */
export function keepOnlyArticlesOf(account: number): void {
  const held = read();
  if (held !== null && held.account !== account) forgetArticles();
}
