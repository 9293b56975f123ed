import { createHash } from 'node:crypto';
import { type Dictionary, questionText, type ReleaseQuestion, type ReleaseSql } from '@atrium/engine';

const digests = new WeakMap<Dictionary, string>();

function digestOf(dictionary: Dictionary): string {
  const known = digests.get(dictionary);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(JSON.stringify(dictionary)).digest('base64');
  digests.set(dictionary, digest);
  return digest;
}

/** A question may be kept and asked often, and may hold thousands of values. */
const keys = new WeakMap<ReleaseQuestion, { readonly release: ReleaseSql; readonly key: string | null }>();

/** Names the answer to a question, without its statement; null where only its statement says which answer it has. */
export function questionKey(question: ReleaseQuestion, release: ReleaseSql): string | null {
  const known = keys.get(question);
  if (known?.release === release) return known.key;
  const text = questionText(question, release);
  const digest = digestOf(release.lookup.dictionary);
  const key = text === null ? null : createHash('sha256').update(digest).update(text).digest('hex');
  keys.set(question, { release, key });
  return key;
}
