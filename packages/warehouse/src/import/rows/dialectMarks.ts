import type { CsvDialect } from '../../package/packagePlan.ts';

/** What ends rows where it is no line end; null for line ends of any kind. */
export const ownTerminator = ({ lineTerminator }: CsvDialect): string | null =>
  lineTerminator === null || /^[\r\n]+$/.test(lineTerminator) ? null : lineTerminator;

/** What ends a row. */
export const terminatorsOf = (dialect: CsvDialect): string[] => {
  const own = ownTerminator(dialect);
  return own === null ? ['\r\n', '\n', '\r'] : [own];
};

/** An expression that finds the first of several texts. */
export const anyOf = (texts: readonly string[]): string =>
  texts.map((text) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|');
