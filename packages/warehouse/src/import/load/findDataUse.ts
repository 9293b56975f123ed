import { countAgreed, type DataUse, parseDataUse, storage, widestPurpose } from '@atrium/engine';
import { queryRows } from '../../duckdb/results.ts';
import { PackageRefused } from '../../package/packageErrors.ts';
import type { DataUseReport } from '../../releases/importReport.ts';
import { quoted } from '../../sql/quoted.ts';
import { type ImportJob, target } from './importJob.ts';

/** More different cells than this are no codes. */
const maxCodes = 2000;

interface FoundDataUse {
  readonly dataUse: DataUse;
  readonly report: DataUseReport;
}

/** What the stored subjects agreed to, with how many of them (rule 1.25); null where the package says nothing of it. */
export async function findDataUse(job: ImportJob): Promise<FoundDataUse | null> {
  const { dataUse: planned, collections } = job.plan.dictionary;
  const root = collections.find(({ isRoot }) => isRoot);
  if (planned === undefined || root === undefined) return null;
  const { conceptId, occurring: ofEverybody } = planned;
  const table = quoted(target, storage.collection(root));
  const codes = conceptId === null ? `''` : quoted(conceptId);
  const rows = await queryRows(
    job.connection,
    `SELECT ${codes} AS codes, count(*) AS subjects FROM ${table} GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${maxCodes + 2}`,
  );
  if (rows.length > maxCodes + 1)
    throw new PackageRefused([
      `package: the field of dataUse has more than ${maxCodes} different values, so it does not hold codes of data use`,
    ]);
  const counted = rows.map((row) => ({
    codes: row['codes'] === null ? null : String(row['codes']),
    subjects: Number(row['subjects']),
  }));
  const total = counted.reduce((sum, { subjects }) => sum + subjects, 0);
  const occurring =
    conceptId === null
      ? ofEverybody.map((one) => ({ ...one, subjects: total }))
      : counted.flatMap(({ codes: text, subjects }) => (text === null ? [] : [{ codes: text, subjects }]));
  const dataUse = { ...planned, occurring };
  return {
    dataUse,
    report: {
      codes: occurring.map((one) => ({ ...one, unknown: [...parseDataUse(one.codes).unknown] })),
      without: total - occurring.reduce((sum, { subjects }) => sum + subjects, 0),
      forAggregates: countAgreed(dataUse, dataUse.forAggregates ?? widestPurpose),
    },
  };
}
