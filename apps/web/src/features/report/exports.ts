import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ProgramFile } from '@atrium/contract/wire/methods';
import { notifications } from '@mantine/notifications';
import { describeError } from '../../api/apiError.ts';
import { download } from '../../api/client.ts';
import { type ChosenCsv, csvQuery } from '../../api/csvForm.ts';
import { announce } from '../../ui/announce.ts';
import type { ReportOf } from './reportQueries.ts';
import { singleWords as words } from './reportWords.ts';

interface Saving {
  readonly signal: AbortSignal;
  readonly onProgress: (bytes: number, size: number | undefined) => void;
}

const endpoints = {
  parquet: reportEndpoints.exportParquet,
  ndjson: reportEndpoints.exportNdjson,
  dictionary: reportEndpoints.exportDictionary,
} as const;

/** The table of a report over its cohort, as files whose names say which report it is (rule 11.9). */
export const exportedReport = (of: ReportOf, csv: ChosenCsv) => ({
  save: (what: 'csv' | keyof typeof endpoints, saving: Saving): Promise<string> => {
    const filename =
      what === 'dictionary' ? `report_${of.reportId}_dictionary.json` : `report_${of.reportId}.${what}`;
    const call = { params: of, filename, ...saving };
    return what === 'csv'
      ? download(reportEndpoints.exportCsv, { ...call, query: csvQuery(csv) })
      : download(endpoints[what], call);
  },
});

/** Saves a file, and says how that ended. */
async function saved(saving: Promise<string>): Promise<void> {
  try {
    await saving;
    announce(words.downloaded);
  } catch (error) {
    notifications.show({ color: 'red', title: words.downloadFailed, message: describeError(error) });
  }
}

/** Saves the cross-tab of a report as CSV. */
export const saveCrossTab = (of: ReportOf, csv: ChosenCsv): Promise<void> =>
  saved(
    download(reportEndpoints.exportAnalysis, {
      params: of,
      query: csvQuery(csv),
      filename: `report_${of.reportId}_cross_tab.csv`,
    }),
  );

export const saveMethodsDocument = (of: ReportOf): Promise<void> =>
  saved(
    download(reportEndpoints.methodsMarkdown, { params: of, filename: `report_${of.reportId}_methods.md` }),
  );

export const saveMethodsCrate = (of: ReportOf): Promise<void> =>
  saved(
    download(reportEndpoints.methodsCrate, { params: of, filename: `report_${of.reportId}_methods.zip` }),
  );

const endings: Readonly<Record<ProgramFile, string>> = {
  python: 'py',
  r: 'R',
  curl: 'sh',
  notebook: 'ipynb',
  quarto: 'qmd',
};

export const saveProgram = (of: ReportOf, language: ProgramFile): Promise<void> =>
  saved(
    download(reportEndpoints.methodsProgram, {
      params: of,
      query: { language },
      filename: `report_${of.reportId}_count.${endings[language]}`,
    }),
  );
