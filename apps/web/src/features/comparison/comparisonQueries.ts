import {
  comparisonEndpoints,
  type GroupChoice,
  type TimePointChoice,
} from '@atrium/contract/endpoints/comparison';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';

/** What can be compared. */
export const optionsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'options'] as const,
    queryFn: ({ signal }) => request(comparisonEndpoints.options, { params: { dataset }, query: {}, signal }),
    meta: { part: 'what can be compared' },
  });

/** So many reports are offered as groups, the newest first. */
const maxReports = 100;

/** The reports whose cohorts can be groups. */
export const reportGroupsOptions = (dataset: string) =>
  queryOptions({
    queryKey: [dataset, 'reports', 'groups'] as const,
    queryFn: ({ signal }) =>
      request(reportEndpoints.list, {
        params: { dataset },
        query: { page: 1, pageSize: maxReports },
        signal,
      }),
    meta: { part: 'the reports that can be groups' },
  });

export interface TableOf {
  readonly dataset: string;
  /** Of the active cohort; another snapshot is another table. */
  readonly snapshotId: number | null;
  readonly groups: readonly GroupChoice[];
  readonly concepts: readonly string[];
}

/** Table 1 of these groups. */
export const tableOptions = ({ dataset, snapshotId, groups, concepts }: TableOf) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'table', snapshotId, JSON.stringify([groups, concepts])] as const,
    queryFn: ({ signal }) =>
      request(comparisonEndpoints.table, {
        params: { dataset },
        query: {},
        body: { groups: [...groups], concepts: [...concepts] },
        signal,
      }),
    retry: false,
    staleTime: 60_000,
  });

/** Who is in which of these groups. */
export const overlapsOptions = ({ dataset, snapshotId, groups }: Omit<TableOf, 'concepts'>) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'overlaps', snapshotId, JSON.stringify(groups)] as const,
    queryFn: ({ signal }) =>
      request(comparisonEndpoints.overlaps, {
        params: { dataset },
        query: {},
        body: { groups: [...groups] },
        signal,
      }),
    retry: false,
    staleTime: 60_000,
  });

/** A region of overlapping groups. */
export interface Region {
  readonly groups: readonly GroupChoice[];
  readonly inGroups: readonly number[];
  /** Of the active cohort when the region was counted. */
  readonly snapshotId: number | null;
  readonly name: string;
}

/** Makes the region the active cohort. */
export const makeRegion = (dataset: string, { groups, inGroups, snapshotId }: Region) =>
  request(comparisonEndpoints.cohort, {
    params: { dataset },
    query: {},
    body: { groups: [...groups], inGroups: [...inGroups], snapshotId },
  });

export type ChosenTimes = Readonly<Record<'zero' | 'end' | 'last', TimePointChoice>> &
  Readonly<Record<'entry' | 'competing', TimePointChoice | undefined>>;

/** The program in R of these figures. */
export const programOf = ({ dataset, groups, concepts }: TableOf, times: ChosenTimes | null) =>
  request(comparisonEndpoints.program, {
    params: { dataset },
    query: {},
    body: {
      groups: [...groups],
      concepts: [...concepts],
      ...(times === null ? {} : { times: bodyOf(times) }),
    },
  });

const bodyOf = ({ zero, end, last, entry, competing }: ChosenTimes) => ({
  ...{ zero, end, last },
  ...(entry === undefined ? {} : { entry }),
  ...(competing === undefined ? {} : { competing }),
});

/** The curves of these groups; `times` is null while they are not chosen. */
export const curvesOptions = (
  { dataset, snapshotId, groups }: Omit<TableOf, 'concepts'>,
  times: ChosenTimes | null,
) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'curves', snapshotId, JSON.stringify([groups, times])] as const,
    queryFn: ({ signal }) => {
      if (times === null) throw new Error('Times are chosen before curves are asked for.');
      return request(comparisonEndpoints.curves, {
        params: { dataset },
        query: {},
        body: { groups: [...groups], ...bodyOf(times) },
        signal,
      });
    },
    retry: false,
    staleTime: 60_000,
  });
