import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AxisLabel, CrossTab } from '@atrium/contract/wire/analysis';
import type { CsvForm } from '@atrium/contract/wire/csvForm';
import type { ShownCount } from '@atrium/contract/wire/statistics';
import { axisTitle, disarmed } from '@atrium/engine';
import { csvStart, csvText } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { type Download, disclosed } from '../http/index.ts';
import { receiptsOf, recordedRun } from './analysisKind.ts';
import { type AnalysisDeps, type RunRequest, runAnalysis } from './runAnalysis.ts';

const shown = (value: AxisLabel | ShownCount): string => {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return disarmed(String(value));
};

const asList = (label: CrossTab['index'][number] | undefined): readonly AxisLabel[] =>
  label === undefined ? [] : Array.isArray(label) ? label : [label];

/**
 * A cross-tab as CSV: one leading column per row concept, one heading line per column concept (rule 6.10).
 */
export async function exportAnalysis(
  deps: AnalysisDeps,
  member: Member,
  request: RunRequest & { readonly csv: CsvForm },
) {
  const { dataset, errors, open, overEveryone, ...answer } = await runAnalysis(deps, member, request);
  if (errors.length > 0) throw new PortalError('cohort_not_exportable', errors.join(' '));
  if (dataset === null) throw new PortalError('bad_request', 'Choose rows or columns first.');
  const { lookup } = open.cohort.release;
  const titles = open.definition.rows.map((entry) => axisTitle(entry, lookup));
  const levels = Math.max(1, open.definition.cols.length);
  const headings = Array.from({ length: levels }, (_, level) => [
    ...(titles.length === 0 ? [''] : titles).map((title) => (level === levels - 1 ? shown(title) : '')),
    ...dataset.columns.map((column) => shown(asList(column)[level] ?? '')),
  ]);
  const lines = dataset.index.map((label, row) => [
    ...asList(label).map(shown),
    ...(dataset.data[row] ?? []).map(shown),
  ]);
  const { detail, recordedQuery } = recordedRun(open, overEveryone);
  const receipts = receiptsOf(answer);
  const line = {
    action: 'export_rows' as const,
    detail: {
      ...detail,
      ...receipts,
      format: 'csv',
      isCrossTab: true,
      rows: lines.length,
      ...request.source.detail,
    },
    recordedQuery,
  };
  async function* body(): AsyncGenerator<string> {
    yield `${csvStart(request.csv)}${csvText([...headings, ...lines], request.csv)}`;
  }
  const download: Download = { fileName: `${request.source.fileName}.csv`, body: body(), receipts };
  return disclosed(download, [line]);
}
