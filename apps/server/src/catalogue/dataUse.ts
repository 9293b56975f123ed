import type { Purpose } from '@atrium/contract/documents/purpose';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import {
  always,
  type CohortPlan,
  type DataUse,
  purposeOptions,
  purposeWords,
  withEveryUse,
} from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import { type Member, type PortalApi, statePurpose } from '../access/index.ts';
import type { Schema } from '../database/index.ts';
import { route } from '../http/index.ts';
import type { DatasetRecord } from './catalogueStore.ts';
import { openDataUse, openLiveRelease } from './liveRelease.ts';

interface UseDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
}

const everyone: CohortPlan = { subject: always, sets: [] };

/** What the subjects of a dataset agreed to, and for what a member uses their data (rule 8.33). */
export function registerPurpose(api: PortalApi, deps: UseDeps): void {
  route(api, catalogueEndpoints.purpose, async ({ member }) => {
    const dataUse = await openDataUse(deps, member);
    const { diseases, conditions } = dataUse === null ? nothing : purposeOptions(dataUse);
    return {
      isAsked: dataUse !== null,
      purpose: member.purpose,
      diseases: [...diseases],
      conditions: [...conditions],
    };
  });

  route(api, catalogueEndpoints.statePurpose, async ({ member, body }) => {
    const dataUse = await openDataUse(deps, member);
    if (dataUse === null) throw new PortalError('conflict', 'This dataset asks for no purpose.');
    requireKnown(dataUse, body);
    await statePurpose(deps.db, member, body);
    return { status: 'complete' as const };
  });
}

const nothing = { diseases: [], conditions: [] };

/** Refuses diseases and conditions that no code of the dataset names. */
function requireKnown(dataUse: DataUse, { disease, confirms }: Purpose): void {
  const { diseases, conditions } = purposeOptions(dataUse);
  if (disease !== null && !diseases.some(({ code }) => code === disease))
    throw fieldRefusal(
      'bad_request',
      'disease',
      `No subject agreed to research on ${disease} in particular.`,
    );
  const unknown = confirms.find((code) => !conditions.some((condition) => condition.code === code));
  if (unknown !== undefined)
    throw fieldRefusal('bad_request', 'confirms', `${unknown} is no condition of this dataset.`);
}

/** For which use the figures of a dataset are; null where the dataset says nothing of data use. */
export async function describeUse(
  deps: UseDeps,
  dataset: DatasetRecord,
  member: Member,
): Promise<NonNullable<DatasetDetail['dataUse']> | null> {
  if (dataset.agreedSubjectCount === null) return null;
  const release = await openLiveRelease(deps, member);
  const { dataUse } = release.lookup.dictionary;
  if (dataUse === undefined) return null;
  if (!member.seesSubjects)
    return {
      words:
        dataUse.forAggregates === null ? 'every use' : purposeWords(dataUse.forAggregates, dataUse.titles),
      of: null,
    };
  if (member.purpose === null) return null;
  const everybody = { ...release, visibility: withEveryUse(release.visibility) };
  const [row] = await deps.questions.ask({ kind: 'count', plan: everyone }, everybody);
  return {
    words: purposeWords(member.purpose, dataUse.titles),
    of: Number(row?.['count'] ?? 0).toLocaleString('en-US'),
  };
}
