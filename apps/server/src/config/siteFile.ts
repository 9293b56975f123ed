import { dataUpdates, metricGroupOf } from '@atrium/contract/documents/dataPackage';
import {
  datasetPaths,
  generalPaths,
  navigationShape,
  siteConfiguration,
} from '@atrium/contract/documents/siteConfiguration';
import { z } from 'zod';
import { transferFile } from './transferSettings.ts';

const maxPage = 40_000;

/** A link to an address, or a page that the file holds itself. */
const navigationItem = (taken: readonly string[]) =>
  z
    .strictObject({
      ...navigationShape(taken),
      /** The text of the page at `path`, as Markdown. */
      page: z.string().min(1).max(maxPage).optional(),
      /** The file that holds the text, beside this one. */
      pageFile: z.string().min(1).optional(),
    })
    .superRefine(({ href, path, page, pageFile }, context) => {
      const refuse = (message: string) => context.addIssue({ code: 'custom', message });
      if ((href === undefined) === (path === undefined)) refuse('must have either href or path');
      const texts = [page, pageFile].filter((text) => text !== undefined).length;
      if (path !== undefined && texts !== 1) refuse('a path needs either page or pageFile');
      if (path === undefined && texts > 0) refuse('a page needs a path');
    });

const hostOfMail = z
  .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://mail.example.org:587' })
  .refine(
    (text) => URL.canParse(text) && new URL(text).username === '' && new URL(text).password === '',
    'must not hold a user or a password, which have keys of their own',
  );

const mail = z
  .strictObject({
    server: hostOfMail,
    user: z.string().min(1).optional(),
    /** The variable of the environment that holds the password. */
    passwordEnv: z
      .string()
      .regex(/^[A-Z][A-Z0-9_]*$/, 'must be the name of a variable of the environment')
      .optional(),
    /** The file that holds it, beside this one. */
    passwordFile: z.string().min(1).optional(),
    from: z.email(),
    /** Who gets alerts. */
    alertTo: z.array(z.email()).max(20).default([]),
  })
  .superRefine(({ user, passwordEnv, passwordFile }, context) => {
    const passwords = [passwordEnv, passwordFile].filter((one) => one !== undefined).length;
    if (passwords > (user === undefined ? 0 : 1))
      context.addIssue({
        code: 'custom',
        message: 'a user has its password in the environment or in a file, not both',
      });
  });

/** Figures by the name of their group: `proband+trio+genomes`, `all` for everybody (rule 14.7). */
const figures = z.record(
  z.string().refine((key) => metricGroupOf(key) !== undefined, 'must be traits joined by +, or all'),
  z.int().nonnegative(),
);

/**
 * The content of the file of a site (rule 14.14). Everything except the server's own part is written into every page,
 * where everybody can read it.
 */
export const siteFile = siteConfiguration.omit({ logo: true, navigation: true }).extend({
  /** Where editors find the JSON Schema of this file. */
  $schema: z.string().optional(),
  /** Pictures of the header: https addresses, paths of the portal, or files beside this one. */
  logo: z
    .strictObject({ light: z.string().min(1), dark: z.string().min(1).optional() })
    .nullable()
    .default(null),
  navigation: z
    .strictObject({
      main: siteConfiguration.shape.navigation.unwrap().shape.main,
      general: z.array(navigationItem(generalPaths)).max(12).default([]),
      dataset: z.array(navigationItem(datasetPaths)).max(12).default([]),
    })
    .prefault({}),
  /** After so long without activity the browser signs out. */
  idleMilliseconds: z.int().min(180_000).max(43_200_000).default(3_600_000),
  /** How long a session lasts from each load of the user. */
  sessionSeconds: z.int().min(300).max(43_200).default(1800),
  /** How mail is sent; null: as ATRIUM_MAIL_URL says, or not at all. */
  mail: mail.nullable().default(null),
  /** How files leave the portal; absent: as `transfer.json` says. */
  transfer: transferFile.optional(),
  /** Public figures of a metrics dataset whose package defines none. */
  metrics: z.strictObject({ figures: figures.default({}), updated: dataUpdates.default({}) }).optional(),
});
export type SiteFile = z.output<typeof siteFile>;

/**
 * The JSON Schema of the file of a site, for editors (rule 14.14). What it cannot say, as that a link has either an
 * address or a page, the start checks.
 */
const siteSchema = (): Readonly<Record<string, unknown>> => ({
  ...z.toJSONSchema(siteFile, { io: 'input', unrepresentable: 'any', reused: 'inline' }),
  title: 'Configuration of a site',
});

/** The schema as the text of its file. */
export const siteSchemaText = (): string => `${JSON.stringify(siteSchema(), null, 2)}\n`;
