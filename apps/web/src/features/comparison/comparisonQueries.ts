import {
  comparisonEndpoints,
  type GroupChoice,
  type ReportOfComparison,
} from '@atrium/contract/endpoints/comparison';
import { reportEndpoints } from '@atrium/contract/endpoints/report';
import { type SavedComparison, savedComparisonEndpoints } from '@atrium/contract/endpoints/savedComparison';
import type { PathwayBand } from '@atrium/contract/wire/pathway';
import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client.ts';
import { type ChosenPathway, type ChosenTimes, pathwayToKeep, settingsOf } from './timeChoices.ts';

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
  /** Whose cohort stands for the active one; null where that is active. */
  readonly report: ReportOfComparison | null;
}

const reportIn = (report: ReportOfComparison | null) => (report === null ? {} : { report });

/** Table 1 of these groups. */
export const tableOptions = ({ dataset, snapshotId, groups, concepts, report }: TableOf) =>
  queryOptions({
    queryKey: [
      dataset,
      'comparison',
      'table',
      snapshotId,
      JSON.stringify([groups, concepts, report]),
    ] as const,
    queryFn: ({ signal }) =>
      request(comparisonEndpoints.table, {
        params: { dataset },
        query: {},
        body: { groups: [...groups], concepts: [...concepts], ...reportIn(report) },
        signal,
      }),
    retry: false,
    staleTime: 60_000,
  });

/** What is asked about groups alone. */
export type GroupsOf = Omit<TableOf, 'concepts'>;

/** Who is in which of these groups. */
export const overlapsOptions = ({ dataset, snapshotId, groups, report }: GroupsOf) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'overlaps', snapshotId, JSON.stringify([groups, report])] as const,
    queryFn: ({ signal }) =>
      request(comparisonEndpoints.overlaps, {
        params: { dataset },
        query: {},
        body: { groups: [...groups], ...reportIn(report) },
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
  readonly report: ReportOfComparison | null;
  readonly name: string;
}

/** Makes the region, or the band of a pathway, the active cohort. */
export const makeRegion = (dataset: string, region: Region | Band) =>
  'inGroups' in region ? makeRegionOfGroups(dataset, region) : makeBand(dataset, region);

const makeRegionOfGroups = (dataset: string, { groups, inGroups, snapshotId, report }: Region) =>
  request(comparisonEndpoints.cohort, {
    params: { dataset },
    query: {},
    body: { groups: [...groups], inGroups: [...inGroups], snapshotId, ...reportIn(report) },
  });

/** The program in R of these figures. */
export const programOf = ({ dataset, groups, concepts, report }: TableOf, times: ChosenTimes | null) =>
  request(comparisonEndpoints.program, {
    params: { dataset },
    query: {},
    body: {
      groups: [...groups],
      concepts: [...concepts],
      ...(times === null ? {} : { times: settingsOf(times) }),
      ...reportIn(report),
    },
  });

/** The curves of these groups; `times` is null while they are not chosen. */
export const curvesOptions = ({ dataset, snapshotId, groups, report }: GroupsOf, times: ChosenTimes | null) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'curves', snapshotId, JSON.stringify([groups, times, report])] as const,
    queryFn: ({ signal }) => {
      if (times === null) throw new Error('Times are chosen before curves are asked for.');
      return request(comparisonEndpoints.curves, {
        params: { dataset },
        query: {},
        body: { groups: [...groups], ...settingsOf(times), ...reportIn(report) },
        signal,
      });
    },
    retry: false,
    staleTime: 60_000,
  });

/** A band or a gap of a pathway. */
export interface Band extends ChosenPathway, PathwayBand, Pick<Region, 'snapshotId' | 'report' | 'name'> {}

const bodyOf = (chosen: ChosenPathway, report: ReportOfComparison | null) => ({
  ...pathwayToKeep(chosen),
  ...reportIn(report),
});

const makeBand = (dataset: string, { reached, way, snapshotId, report, ...chosen }: Band) =>
  request(comparisonEndpoints.band, {
    params: { dataset },
    query: {},
    body: { ...bodyOf(chosen, report), reached, way, snapshotId },
  });

/** Who of a group reached which stage of a pathway. */
export const pathwayOptions = (
  { dataset, snapshotId, report }: Omit<GroupsOf, 'groups'>,
  chosen: ChosenPathway,
) =>
  queryOptions({
    queryKey: [dataset, 'comparison', 'pathway', snapshotId, JSON.stringify([chosen, report])] as const,
    queryFn: ({ signal }) =>
      request(comparisonEndpoints.pathway, {
        params: { dataset },
        query: {},
        body: bodyOf(chosen, report),
        signal,
      }),
    retry: false,
    staleTime: 60_000,
  });

/** The program in R of a pathway. */
export const pathwayProgramOf = ({ dataset, report }: Omit<GroupsOf, 'groups'>, chosen: ChosenPathway) =>
  request(comparisonEndpoints.pathwayProgram, {
    params: { dataset },
    query: {},
    body: bodyOf(chosen, report),
  });

/** The comparison that a report keeps. */
export const savedOptions = (dataset: string, reportId: number) =>
  queryOptions({
    queryKey: [dataset, 'reports', reportId, 'saved comparison'] as const,
    queryFn: ({ signal }) =>
      request(savedComparisonEndpoints.read, { params: { dataset, reportId }, query: {}, signal }),
  });

interface Saving {
  readonly dataset: string;
  readonly reportId: number;
  readonly comparison: SavedComparison;
  /** The version that was seen; undefined for a report that was just saved. */
  readonly version?: number;
}

/** Keeps a comparison in a report, as a new version. */
export const saveComparison = ({ dataset, reportId, ...body }: Saving) =>
  request(savedComparisonEndpoints.save, { params: { dataset, reportId }, query: {}, body });
