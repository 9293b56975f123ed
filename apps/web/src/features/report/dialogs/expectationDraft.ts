import {
  type Expectation,
  maxExpectedSubjects,
  type ReportExpectations,
} from '@atrium/contract/wire/reportExpectation';
import { z } from 'zod';
import type { Noun } from '../../../api/nouns.ts';
import { expectationWords as words } from '../expectationWords.ts';

/** The draft of an expectation. The fields of every kind are kept, so that a change of kind loses nothing. */
export interface ExpectationDraft {
  /** Of this draft only. */
  readonly key: number;
  readonly kind: Expectation['kind'];
  readonly least: number | null;
  readonly most: number | null;
  /** Ids, one a line. */
  readonly ids: string;
}

/** A draft as the tab keeps it. */
export const expectationDraft: z.ZodType<ExpectationDraft> = z.object({
  key: z.number(),
  kind: z.enum(['count', 'includes', 'excludes']),
  least: z.number().nullable(),
  most: z.number().nullable(),
  ids: z.string(),
});

export const emptyDraft = (key: number): ExpectationDraft => ({
  key,
  kind: 'count',
  least: null,
  most: null,
  ids: '',
});

/** The expectations of a report that can be changed; those with ids only for members who see ids. */
export function draftsOf({
  expectations,
}: Pick<ReportExpectations, 'expectations'>): readonly ExpectationDraft[] {
  const open = expectations.filter(({ kind, subjects }) => kind === 'count' || subjects !== null);
  if (open.length === 0) return [emptyDraft(0)];
  return open.map(({ kind, least, most, subjects }, key) => ({
    key,
    kind,
    least,
    most,
    ids: (subjects ?? []).join('\n'),
  }));
}

const idsOf = ({ ids }: ExpectationDraft): string[] => [
  ...new Set(
    ids
      .split('\n')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  ),
];

/** The error of a draft; undefined where it can be saved. */
export function faultOf(draft: ExpectationDraft, subject: Noun): string | undefined {
  const { kind, least, most } = draft;
  if (kind === 'count') {
    if (least === null && most === null) return words.boundMissing(subject);
    return least !== null && most !== null && least > most ? words.boundsTurned : undefined;
  }
  const { length } = idsOf(draft);
  if (length === 0) return words.idsMissing(subject);
  return length > maxExpectedSubjects ? words.tooManyIds(subject) : undefined;
}

export const expectationOf = (draft: ExpectationDraft): Expectation =>
  draft.kind === 'count'
    ? { kind: 'count', least: draft.least, most: draft.most }
    : { kind: draft.kind, subjects: idsOf(draft) };
