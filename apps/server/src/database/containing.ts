/** The pattern of `like` for texts that hold this one anywhere, in which `%` and `_` stand for themselves. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`;
