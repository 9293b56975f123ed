import type { ArticleBody, EditableArticle } from '@atrium/contract/endpoints/adminNews';
import { type NewsState, newsAudiences } from '@atrium/contract/wire/news';
import { z } from 'zod';

/** The article that a person is writing, as the browser keeps it. */
export const articleDraft = z.object({
  title: z.string(),
  source: z.string(),
  author: z.string(),
  tags: z.array(z.string()),
  audience: z.enum(newsAudiences),
  /** As a field for local times has it, `2026-04-02T09:15`; empty: at once. */
  publishAt: z.string(),
});
export type ArticleDraft = z.infer<typeof articleDraft>;

export const emptyDraft: ArticleDraft = {
  title: '',
  source: '',
  author: '',
  tags: [],
  audience: 'public',
  publishAt: '',
};

/** The draft of a stored article; one that is public already keeps its date, which is shown. */
export const draftOf = (article: EditableArticle): ArticleDraft => ({
  title: article.title,
  source: article.source,
  author: article.author ?? '',
  tags: article.tags.map(({ name }) => name),
  audience: article.audience,
  publishAt: article.state === 'draft' ? '' : localTime(new Date(article.created)),
});

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** An instant as a field for local times has it, to the minute. */
export function localTime(at: Date): string {
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join('-');
  return `${day}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** Whether the date of a draft lies in the future, so that publishing it is scheduling it. */
export const isLater = ({ publishAt }: Pick<ArticleDraft, 'publishAt'>, now: Date): boolean =>
  publishAt !== '' && new Date(publishAt) > now;

interface Saving {
  readonly state: ArticleBody['state'];
  /** The article that was opened; null for a new one. */
  readonly held: EditableArticle | null;
  /** The version from which the draft was begun. */
  readonly version: number;
}

/** The article as it is sent. A date that the person has not changed keeps its seconds. */
export function bodyOf(draft: ArticleDraft, { state, held, version }: Saving) {
  const { title, source, author, tags, audience, publishAt } = draft;
  const isTouched = held === null || publishAt !== draftOf(held).publishAt;
  return {
    title,
    source,
    ...(author.trim() === '' ? {} : { author }),
    tags: [...tags],
    audience,
    state,
    ...(publishAt !== '' && isTouched ? { publishAt: new Date(publishAt).toISOString() } : {}),
    ...(held === null ? {} : { version }),
  };
}

export type Mark = 'heading' | 'bold' | 'italic' | 'link' | 'bullets' | 'numbers' | 'quote' | 'code';

interface Marked {
  readonly text: string;
  /** The selection afterwards. */
  readonly from: number;
  readonly to: number;
}

const around: Readonly<Partial<Record<Mark, readonly [string, string]>>> = {
  bold: ['**', '**'],
  italic: ['*', '*'],
  code: ['`', '`'],
  link: ['[', '](https://)'],
};
const before: Readonly<Partial<Record<Mark, (index: number) => string>>> = {
  heading: () => '## ',
  bullets: () => '- ',
  numbers: (index) => `${index + 1}. `,
  quote: () => '> ',
};

/** Text with a mark at its selection: around it, or before each of its lines. */
export function withMark(text: string, [from, to]: readonly [number, number], mark: Mark): Marked {
  const pair = around[mark];
  if (pair !== undefined) {
    const [open, end] = pair;
    const inside = text.slice(from, to);
    return {
      text: `${text.slice(0, from)}${open}${inside}${end}${text.slice(to)}`,
      from: from + open.length,
      to: to + open.length,
    };
  }
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const lines = text.slice(start, to).split('\n');
  const marked = lines.map((line, index) => `${before[mark]?.(index) ?? ''}${line}`).join('\n');
  return {
    text: `${text.slice(0, start)}${marked}${text.slice(to)}`,
    from: start,
    to: start + marked.length,
  };
}

/** Whether an article of this state is seen by readers, now or later. */
export const isOut = (state: NewsState): boolean => state !== 'draft';
