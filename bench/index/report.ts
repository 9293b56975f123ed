import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { figuresOf, type Result } from './figures.ts';
import { plotOf } from './plot.ts';
import { sizeInWords } from './size.ts';

const documents = path.resolve(import.meta.dirname, '../../docs');
const marks = {
  begin: '<!-- Written by `npm run bench -- --write`. -->',
  end: '<!-- End of what the bench wrote. -->',
};

/** Shown where no answer came within the time of a statement. */
const none = '—';

const short = (ms: number): string =>
  ms >= 100 ? Math.round(ms).toLocaleString('en-US') : ms.toPrecision(ms < 1 ? 1 : 2).replace(/\.0$/, '');

const unique = (texts: readonly string[]): readonly string[] => [...new Set(texts)];

/** The table of one size: median and 95th percentile in milliseconds, and how many times the first engine's median. */
export function tableOf({ size, on, about, questions, digest, measured }: Result): string {
  const engines = unique(measured.map(({ engine }) => engine));
  const kinds = unique(measured.map(({ kind }) => kind));
  const [first = ''] = engines;
  const cell = (kind: string, engine: string): string => {
    const { median, p95 } = figuresOf(measured, kind, engine);
    const own = figuresOf(measured, kind, first).median;
    const shown = [median, p95].map((ms) => (Number.isFinite(ms) ? short(ms) : none)).join(' / ');
    const ratio = engine === first || !Number.isFinite(median) ? '' : ` (${short(median / own)}×)`;
    return `${shown}${ratio}`;
  };
  const lines = kinds.map(
    (kind) => `| ${kind} | ${engines.map((engine) => cell(kind, engine)).join(' | ')} |`,
  );
  return [
    `### ${sizeInWords(size)}`,
    '',
    `${[`${questions} questions, ${on}.`, ...about].join(' ')} All answers are equal (${digest}). Median / 95th percentile in ms, and the ratio of the median to ${first}:`,
    '',
    `| question | ${engines.join(' | ')} |`,
    `|---|${engines.map(() => '---').join('|')}|`,
    ...lines,
    '',
  ].join('\n');
}

/**
 * Writes all tables into docs/performance.md, between the two marks, and the plot beside it: of each size the first
 * result, which has most engines.
 */
export async function writeReport(results: readonly Result[]): Promise<void> {
  const file = path.join(documents, 'performance.md');
  const text = await readFile(file, 'utf8');
  const [before, rest] = text.split(marks.begin);
  const after = rest?.split(marks.end)[1];
  if (before === undefined || after === undefined) throw new Error(`${file} lacks the marks of the bench.`);
  const names = results.map(({ size }) => size.name);
  const widest = results.filter(({ size }, index) => names.indexOf(size.name) === index);
  const plot = '![Cost of each kind of question against the size of the data](performance.svg)';
  const tables = [plot, '', ...results.map(tableOf)].join('\n');
  await writeFile(file, `${before}${marks.begin}\n\n${tables}\n${marks.end}${after}`);
  await writeFile(path.join(documents, 'performance.svg'), plotOf(widest));
}
