import type { SupportState } from '@atrium/contract/endpoints/adminSupport';
import type { NewsAudience } from '@atrium/contract/wire/news';
import type { ColumnType, GeneratedAlways } from 'kysely';

/** An article of the site; without `published_at` it is a draft, with one in the future it is scheduled. */
export interface NewsArticleTable {
  readonly id: GeneratedAlways<number>;
  readonly slug: string;
  title: string;
  /** Markdown. */
  source: string;
  /** The HTML that was made of the source, sanitised. */
  body: string;
  author: string | null;
  audience: NewsAudience;
  published_at: ColumnType<Date | null, Date | null, Date | null>;
  readonly made_at: ColumnType<Date, Date, never>;
  edited_at: ColumnType<Date, Date, Date>;
  /** Who saved it last; null where the account is gone. */
  editor_id: number | null;
  version: number;
}

/** The name is unique, whatever its case. */
export interface NewsTagTable {
  readonly id: GeneratedAlways<number>;
  name: string;
}

export interface NewsArticleTagTable {
  readonly article_id: number;
  readonly tag_id: number;
}

/** A message of somebody to the people who run the site. */
export interface SupportRequestTable {
  readonly id: GeneratedAlways<number>;
  readonly sent_at: ColumnType<Date, Date, never>;
  /** Null for an anonymous caller, and where the account is gone. */
  readonly account_id: number | null;
  readonly email: string;
  readonly subject: string;
  readonly message: string;
  state: SupportState;
}

export interface SupportAnswerTable {
  readonly id: GeneratedAlways<number>;
  readonly request_id: number;
  readonly account_id: number | null;
  readonly answered_at: ColumnType<Date, Date, never>;
  readonly message: string;
}
