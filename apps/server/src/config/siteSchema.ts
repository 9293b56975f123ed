import { z } from 'zod';
import { siteFile } from './siteFile.ts';

/**
 * The JSON Schema of the file of a site, for editors (rule 14.14). What it cannot say, as that a link has either an
 * address or a page, the start checks.
 */
export const siteSchema = (): Readonly<Record<string, unknown>> => ({
  ...z.toJSONSchema(siteFile, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  title: 'Configuration of a site',
});

/** The schema as the text of its file. */
export const siteSchemaText = (): string => `${JSON.stringify(siteSchema(), null, 2)}\n`;
