import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { type SiteConfiguration, siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { parseDocument } from 'yaml';
import type { z } from 'zod';
import type { MailSettings } from '../mail/index.ts';
import { renderMarkdown } from '../richText/index.ts';
import { ConfigError, type GivenSettings, loadTextFile } from './settingsFile.ts';
import type { GivenFigures, SitePages } from './siteContent.ts';
import { type SiteFile, siteFile } from './siteFile.ts';
import type { TransferFile } from './transferSettings.ts';

/** The configuration of the site in two parts: one that everybody may read, and one for the server only. */
export interface Site {
  readonly configuration: SiteConfiguration;
  readonly content: { readonly pages: SitePages; readonly givenFigures: GivenFigures | null };
  readonly idleSeconds: number;
  readonly sessionSeconds: number;
  /** Null where the file names no mail server. */
  readonly mail: MailSettings | null;
  /** Null where the file says nothing of it. */
  readonly transfer: { readonly settings: TransferFile; readonly folder: string } | null;
}

export interface SiteSources {
  /** The data directory, which holds `site.yaml` or `site.json` where no file is named. */
  readonly home: string;
  /** The file that ATRIUM_SITE_CONFIG names. */
  readonly file: string | undefined;
  /** Returns a variable of the environment; undefined where it is empty. */
  readonly given: GivenSettings;
}

const defaultNames = ['site.yaml', 'site.yml', 'site.json'];

/**
 * Reads the configuration of the site. Reports everything that is wrong with it at once (rule 14.14).
 * @throws ConfigError with a line for each mistake: where it is, and why it is one; never the value
 */
export function loadSite({ home, file, given }: SiteSources): Site {
  const location = file === undefined ? findFile(home) : path.resolve(file);
  const text = location === null ? null : loadTextFile(location, true);
  const parsed = siteFile.safeParse(text === null ? {} : parseText(location ?? '', text));
  const mistakes = parsed.success ? [] : parsed.error.issues.flatMap(mistakesOf);
  if (!parsed.success) throw refusal(location, mistakes);
  const reading: Reading = {
    folder: path.dirname(location ?? path.join(home, 'site.yaml')),
    given,
    mistakes,
  };
  const site = resolve(parsed.data, reading);
  if (mistakes.length > 0) throw refusal(location, mistakes);
  return site;
}

function findFile(home: string): string | null {
  const found = defaultNames.map((name) => path.join(home, name)).filter((one) => existsSync(one));
  if (found.length > 1)
    throw new ConfigError(
      `There are ${found.join(' and ')}. Keep one of them, or name one in ATRIUM_SITE_CONFIG.`,
    );
  return found[0] ?? null;
}

/** JSON is YAML too, but its own parser explains mistakes better. */
function parseText(file: string, text: string): unknown {
  if (file.endsWith('.json')) {
    try {
      return JSON.parse(text);
    } catch {
      throw new ConfigError(`${file} is not JSON.`);
    }
  }
  const document = parseDocument(text, { uniqueKeys: true, prettyErrors: true });
  if (document.errors.length > 0)
    throw refusal(
      file,
      document.errors.map(({ message, linePos }) => {
        const [sentence = message] = message.split('\n');
        return linePos === undefined ? sentence : `line ${linePos[0].line}: ${sentence}`;
      }),
    );
  return document.toJS({ maxAliasCount: 100 }) ?? {};
}

const refusal = (file: string | null, mistakes: readonly string[]): ConfigError =>
  new ConfigError(
    [`${file} has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:`, ...mistakes].join(
      '\n  ',
    ),
  );

function mistakesOf(issue: z.core.$ZodIssue): readonly string[] {
  const where = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => `${[...issue.path, key].join('.')}: there is no such key`);
  return [`${where === '' ? 'the file' : where}: ${issue.message}`];
}

interface Reading {
  readonly folder: string;
  readonly given: SiteSources['given'];
  readonly mistakes: string[];
}

function resolve(file: SiteFile, reading: Reading): Site {
  const { $schema, mail, metrics, navigation, logo, idleMilliseconds, sessionSeconds, transfer, ...shown } =
    file;
  const pages = pagesOf(navigation, reading);
  const withoutText = ({ page, pageFile, ...item }: SiteFile['navigation']['general'][number]) => item;
  const configuration = siteConfiguration.parse({
    ...shown,
    logo: logo === null ? null : pictures(logo, reading),
    navigation: {
      main: navigation.main,
      general: navigation.general.map(withoutText),
      dataset: navigation.dataset.map(withoutText),
    },
  });
  return {
    configuration,
    content: {
      pages,
      givenFigures:
        metrics === undefined
          ? null
          : { figures: new Map(Object.entries(metrics.figures)), updated: metrics.updated },
    },
    idleSeconds: Math.floor(idleMilliseconds / 1000),
    sessionSeconds,
    mail: mail === null ? null : mailSettings(mail, reading),
    transfer: transfer === undefined ? null : { settings: transfer, folder: reading.folder },
  };
}

function pagesOf({ general, dataset }: SiteFile['navigation'], reading: Reading): SitePages {
  const pages = new Map<string, { title: string; body: string; isPublic: boolean }>();
  const lists = { general, dataset };
  for (const [name, items] of Object.entries(lists))
    for (const [index, { label, path: route, page, pageFile, isPublic }] of items.entries()) {
      if (route === undefined) continue;
      const where = `navigation.${name}.${index}`;
      if (pages.has(route)) reading.mistakes.push(`${where}.path: another page has this path`);
      const source = page ?? textBeside(pageFile ?? '', { ...reading, where: `${where}.pageFile` });
      pages.set(route, { title: label, body: renderMarkdown(source), isPublic });
    }
  return pages;
}

interface Named {
  readonly folder: string;
  readonly mistakes: string[];
  /** The key that names the file. */
  readonly where: string;
}

function textBeside(name: string, { folder, mistakes, where }: Named): string {
  try {
    return readFileSync(path.resolve(folder, name), 'utf8');
  } catch {
    mistakes.push(`${where}: the file cannot be read`);
    return '';
  }
}

const pictureTypes: Readonly<Record<string, string>> = {
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
};
const maxPicture = 100_000;

function pictures({ light, dark }: NonNullable<SiteFile['logo']>, reading: Reading) {
  const of = (name: string, where: string): string =>
    /^(https:\/\/|\/(?!\/))/.test(name) ? name : embedded(name, { ...reading, where });
  return { light: of(light, 'logo.light'), ...(dark === undefined ? {} : { dark: of(dark, 'logo.dark') }) };
}

/** A picture as part of the page, so that nothing moves when it arrives. */
function embedded(name: string, { folder, mistakes, where }: Named): string {
  const type = pictureTypes[path.extname(name).toLowerCase()];
  const file = path.resolve(folder, name);
  if (type === undefined)
    mistakes.push(`${where}: must be an https address, a path, or a file .svg, .png, .webp or .jpg`);
  else if (!existsSync(file)) mistakes.push(`${where}: the file cannot be read`);
  else if (statSync(file).size > maxPicture) mistakes.push(`${where}: the file has more than 100 kB`);
  else return `data:${type};base64,${readFileSync(file).toString('base64')}`;
  return '/favicon.svg';
}

function mailSettings(
  { server, user, passwordEnv, passwordFile, from, alertTo }: NonNullable<SiteFile['mail']>,
  reading: Reading,
): MailSettings {
  const url = new URL(server);
  if (user !== undefined) url.username = encodeURIComponent(user);
  const password =
    passwordFile !== undefined
      ? textBeside(passwordFile, { ...reading, where: 'mail.passwordFile' }).trim()
      : passwordEnv === undefined
        ? ''
        : reading.given(passwordEnv);
  if (password === undefined) reading.mistakes.push(`mail.passwordEnv: ${passwordEnv} is not set`);
  else if (password !== '') url.password = encodeURIComponent(password);
  return { url: url.href, from, to: alertTo };
}
