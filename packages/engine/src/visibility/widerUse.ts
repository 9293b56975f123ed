import { type Purpose, researchKinds, workTraits } from '@atrium/contract/documents/purpose';
import type { DataUse } from '../dictionary/dictionary.ts';
import {
  agreedCodes,
  type DataUseCodes,
  isOfDisease,
  parseDataUse,
  refusalOfCodes,
  widestPurpose,
} from './dataUse.ts';

/** Subjects of two releases by the codes that they have on each; null where they have none. */
export interface UseChange {
  readonly before: string | null;
  readonly after: string | null;
  readonly subjects: number;
}

/**
 * What a release opens that its subjects did not agree to on the one before (rule 1.30): `codes`, where subjects allow more
 * purposes; `aggregates`, where members who see aggregates only count more subjects; `unknown`, where no subject is known by
 * its id, so that nobody can tell, and some codes are wider than some there.
 */
export type WiderUse =
  | { readonly kind: 'codes'; readonly subjects: number; readonly changes: readonly UseChange[] }
  | {
      readonly kind: 'aggregates';
      readonly subjects: number;
      readonly before: Purpose | null;
      readonly after: Purpose | null;
    }
  | { readonly kind: 'unknown'; readonly subjects: number; readonly codes: readonly string[] };

/** What a release opens; `changes` are of the subjects that both releases have. */
export function widerUses(
  before: DataUse,
  after: DataUse,
  changes: readonly UseChange[],
): readonly WiderUse[] {
  const wider = changes.filter((change) => isWiderUse(change.before, change.after));
  const unknown =
    changes.length > 0 ? [] : after.occurring.filter(({ codes }) => isWiderThanSome(codes, before));
  const counted = countedIn({ ...after, forAggregates: before.forAggregates });
  const come = countedIn(after).filter((one) => !counted.includes(one));
  const all: readonly WiderUse[] = [
    { kind: 'codes', subjects: sum(wider), changes: wider },
    { kind: 'unknown', subjects: sum(unknown), codes: unknown.map(({ codes }) => codes) },
    {
      kind: 'aggregates',
      subjects: sum(come),
      before: before.forAggregates,
      after: after.forAggregates,
    },
  ];
  return all.filter(({ subjects }) => subjects > 0);
}

/** Of codes by subject, some subjects may have none. */
const isWiderThanSome = (codes: string, { conceptId, occurring }: DataUse): boolean =>
  [...occurring.map((one) => one.codes), ...(conceptId === null ? [] : [null])].some((one) =>
    isWiderUse(one, codes),
  );

const countedIn = (dataUse: DataUse): DataUse['occurring'] =>
  agreedCodes(dataUse, dataUse.forAggregates ?? widestPurpose);

const sum = (of: readonly { readonly subjects: number }[]): number =>
  of.reduce((total, { subjects }) => total + subjects, 0);

/**
 * Whether there is a purpose that codes allow and those of before do not. It is enough to look at purposes that confirm what
 * the codes ask and no more: who confirms more is refused less by those of before, too.
 */
export function isWiderUse(before: string | null, after: string | null): boolean {
  if (after === null || after === before) return false;
  const [earlier, later] = [parseDataUse(before ?? ''), parseDataUse(after)];
  return tellingPurposes(earlier, later).some(
    (purpose) => refusalOfCodes(later, purpose) === null && refusalOfCodes(earlier, purpose) !== null,
  );
}

/** No code names it. */
const otherDisease = ' ';

function tellingPurposes(before: DataUseCodes, after: DataUseCodes): readonly Purpose[] {
  const named = [...before.codes, ...after.codes].flatMap((code) =>
    isOfDisease(code) ? (code.of ?? []) : [],
  );
  const diseases = [...new Set([...named, otherDisease])];
  const confirms = after.codes.map(({ text }) => text);
  return researchKinds.flatMap((research) =>
    (research === 'disease' ? diseases : [null]).flatMap((disease) =>
      everySetOfTraits.map((involves) => ({ research, disease, involves, confirms })),
    ),
  );
}

const everySetOfTraits = workTraits.reduce<Purpose['involves'][]>(
  (sets, trait) => sets.flatMap((one) => [one, [...one, trait]]),
  [[]],
);
