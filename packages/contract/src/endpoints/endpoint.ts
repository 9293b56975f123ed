import type { z } from 'zod';
import type { Declaration } from './declaration.ts';

/** The permissions of which a caller must have one before a route does anything (rule 8.2). */
export const permissions = [
  'anyone',
  /** A person with a session or a token. */
  'signedIn',
  /** A person with a session; a token does not do (administration of the account itself). */
  'session',
  /** An account that looks after the site. */
  'staff',
  /** A member of the dataset with a session, before the data-use agreement was accepted too (rule 8.19). */
  'agreement',
  /** A member of the dataset, of any level. */
  'member',
  /** A member who may see subjects (phi or deid) and the workspace. */
  'subjects',
  /** A member of any level with the workspace. */
  'aggregates',
  /** A member who may see subjects; the workspace is not needed. */
  'reports',
] as const;
export type Permission = (typeof permissions)[number];

/** Media types of files that are sent while they are made. */
export type StreamedType =
  | 'text/csv'
  | 'text/markdown'
  | 'text/plain'
  | 'application/json'
  | 'application/x-ndjson'
  | 'application/vnd.apache.parquet'
  | 'application/zip'
  /** Goes on as long as the work that it reports on; it is no file, and takes no slot of one. */
  | 'text/event-stream';

/** The media type of a success that is a text. */
export type TextType =
  | 'application/json'
  | 'application/ld+json'
  | 'application/rss+xml'
  | 'application/vnd.citationstyles.csl+json'
  | 'application/vnd.datacite.datacite+json'
  | 'application/vnd.datacite.datacite+xml'
  | 'application/x-bibtex'
  | 'application/xml'
  | 'text/html'
  | 'text/turtle';

/** One HTTP call: its schema is the validator, the type on both sides and the OpenAPI document. */
export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'OPTIONS';
  /**
   * Fastify's spelling, without a trailing slash: `/api/v2/:dataset/cohort_def`. Paths that begin with `/{app}/` lie
   * below the path segment of the installation (rule 9.19).
   */
  readonly path: string;
  readonly summary: string;
  readonly permission: Permission;
  /** What the call needs, discloses, costs and counts besides. */
  readonly declares: Declaration;
  /** Where the dataset is named if the path does not: in body or query, else the one that the session named last. */
  readonly namesDataset?: 'in the request';
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  readonly reply: Reply;
  /** The media type of a success that is not JSON. */
  readonly streams?: StreamedType;
  /** The answer is bytes that the portal has or makes, with ranges where they are stored; it takes no export slot. */
  readonly sends?: 'files';
  /** The reply is a text of this media type. */
  readonly sendsText?: TextType;
  /** The answer redirects a browser with 303 and has no content. */
  readonly redirects?: true;
  /** A GET that changes something, for clients of the protocol: scripts may call it, links may not (rule 8.10). */
  readonly changesState?: true;
  /**
   * A POST that only asks: who gets no answer may send it again (rule 11.2), and a read-only portal answers it (rule
   * 14.67).
   */
  readonly onlyAsks?: true;
}

/**
 * Keeps the parts of an endpoint as literal types, so that the compiler knows its required permission and its media
 * type.
 */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
  return endpoint;
}

/** The path of an endpoint on an installation with this path segment (rule 9.19). */
export const pathOn = (segment: string, path: string): string =>
  path.replace(/^\/\{app\}(?=\/)/, `/${segment}`);
