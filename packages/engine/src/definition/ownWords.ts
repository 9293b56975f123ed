/**
 * A value of the data among words of the portal: one that reads like such a word, with any number of backslashes before
 * it, gets one more, so that no value is taken for the word (rule 9.27).
 */
export const besideWords = (value: string, isOwnWord: (text: string) => boolean): string =>
  isOwnWord(value.startsWith('\\') ? value.replace(/^\\+/, '') : value) ? `\\${value}` : value;
