/** A name as an SQL identifier; every name in our DDL passes here. */
export const quoted = (...path: readonly string[]): string =>
  path.map((name) => `"${name.replaceAll('"', '""')}"`).join('.');

/** Text as an SQL string literal, for the few statements that take no parameters (ATTACH, SET). */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;
