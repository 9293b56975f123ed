/** One item of a list; `;` and a backslash get a backslash before them, and so does the bare item `null`. */
export const listItem = (text: string): string =>
  text === 'null' ? '\\null' : text.replaceAll(/[\\;]/g, '\\$&');
