import { topCodedAgeDays } from '@atrium/contract/calendar/ages';
import { yearOf } from '@atrium/contract/calendar/days';
import { type Concept, precisionOf, type TableValue } from '@atrium/engine';
import type { LiveRelease } from '../../catalogue/index.ts';
import { momentOf, unitOf } from '../subjectRecords.ts';
import { type Vocabulary, vocabularies } from './phenopacketColumns.ts';

/** GA4GH Phenopackets 2.0.0, in the JSON of protobuf 3. */
export interface Phenopacket {
  readonly id: string;
  readonly subject: { readonly id: string; readonly sex: string };
  readonly phenotypicFeatures: object[];
  readonly diseases: object[];
  readonly metaData: object;
}

const sexes: Readonly<Record<string, string>> = {
  f: 'FEMALE',
  female: 'FEMALE',
  m: 'MALE',
  male: 'MALE',
  other: 'OTHER_SEX',
};

export const sexOf = (value: TableValue | undefined): string =>
  (typeof value === 'string' ? sexes[value.toLowerCase()] : undefined) ?? 'UNKNOWN_SEX';

export const vocabularyOf = (code: string): Vocabulary | undefined =>
  vocabularies.find(({ prefix }) => code.startsWith(`${prefix}:`));

/** When something began, as exactly as the member sees it; null where that is no time of a phenopacket. */
export function onsetOf(
  value: TableValue | undefined,
  start: Concept | null,
  release: LiveRelease,
): object | null {
  if (start === null) return null;
  const moment = momentOf(value, start, release);
  const unit = unitOf(start, release);
  if (unit === 'age') {
    if (typeof moment !== 'number' || moment < 0) return null;
    const isTopCoded = precisionOf(start, release).topCodesAges && moment >= topCodedAgeDays;
    return isTopCoded ? null : { age: { iso8601duration: `P${moment}D` } };
  }
  if (unit === 'day') return typeof moment === 'string' ? { timestamp: `${moment}T00:00:00Z` } : null;
  if (typeof moment === 'string' && !/^\d{4}(-|$)/.test(moment)) return null;
  const year = typeof moment === 'string' ? yearOf(moment) : moment;
  if (year === null || /earlier/.test(String(moment))) return null;
  return { interval: { start: `${year}-01-01T00:00:00Z`, end: `${year}-12-31T00:00:00Z` } };
}

interface Origin {
  readonly made: Date;
  readonly software: string;
  readonly used: readonly Vocabulary[];
  /** Versions of the ontologies of the release, by the prefix of their terms. */
  readonly versions: ReadonlyMap<string, string>;
}

export const metaDataOf = ({ made, software, used, versions }: Origin): object => ({
  created: made.toISOString(),
  createdBy: software,
  resources: used.map(({ id, name, url, prefix, iriPrefix }) => ({
    id,
    name,
    url,
    version: versions.get(prefix) ?? 'unknown',
    namespacePrefix: prefix,
    iriPrefix,
  })),
  phenopacketSchemaVersion: '2.0',
});
