import { z } from 'zod';

/**
 * Whether a page may link to an address that a package or a steward gives: http, https, mailto, or a path of this portal
 * (rule 9.14). Browsers drop tabs and line breaks from addresses and take a backslash for a slash, so neither passes.
 */
export const isLinkAddress = (text: string): boolean =>
  /^(https?:\/\/[^/\\]|mailto:[^/\\]|\/(?![/\\]))/i.test(text) && !/[\p{Cc}\s]/u.test(text);

export const linkAddress = z
  .string()
  .refine(isLinkAddress, 'must be an http, https or mailto address, or a path of this portal');
