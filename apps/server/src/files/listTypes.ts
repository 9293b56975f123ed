import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import { type FileCategory, type FileTypeRow, localTag } from '@atrium/contract/wire/files';
import { partsOfType } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { disclosed } from '../http/index.ts';
import { type FileDeps, listingLine, openFiles, tagsOf } from './filesOfMember.ts';
import { loadQueue } from './filesStore.ts';
import { presentCoverage, presentType } from './present.ts';

/** Refuses a tag that the site does not have. */
export function requireTag(deps: Pick<FileDeps, 'secondSource'>, tag: string): string {
  const tags = tagsOf(deps);
  if (tags.includes(tag)) return tag;
  throw fieldRefusal('bad_request', 'file_tag', `must be ${tags.join(' or ')}`);
}

/** The file types of the active cohort, of one category and source (rule 13.7). */
export async function listTypes(
  deps: FileDeps,
  member: Member,
  {
    category = 'data',
    tag = localTag,
    signal,
  }: {
    readonly category?: FileCategory | undefined;
    readonly tag?: string | undefined;
    readonly signal: AbortSignal;
  },
) {
  requireTag(deps, tag);
  const opened = await openFiles(deps, member, signal);
  const [types, subjects, queue] = await Promise.all([
    opened.coverage('type'),
    opened.subjects(),
    loadQueue(deps.db, member),
  ]);
  const queued = new Set(queue.filter(({ fileId }) => fileId === null).map(({ typeKey }) => typeKey));
  const rows = [...types]
    .map(([key, amount]) => ({ key, amount, parts: partsOfType(key) }))
    .filter(({ parts }) => parts.category === category && parts.source === tag);
  const files = rows.reduce((sum, { amount }) => sum + amount.files, 0);
  const listed: FileTypeRow[] = rows.map(({ key, parts, amount }) => ({
    ...presentType(parts),
    ...presentCoverage(amount, subjects),
    isQueued: queued.has(key),
  }));
  return disclosed(listed, [listingLine(opened, files)]);
}
