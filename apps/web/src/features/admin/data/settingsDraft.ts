import { toWholeNumber } from '@atrium/contract/calendar/numerals';
import { words } from './dataWords.ts';

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };

/** The typed texts, by the key of the setting; an empty text means no setting. */
export type SettingsDraft = Readonly<Record<string, string>>;

interface SettingField {
  readonly key: string;
  readonly kind: 'text' | 'number' | 'lines' | 'choice';
  readonly label: string;
  readonly hint: string;
  /** Of a choice: what is kept, and how it is shown. */
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly read: (value: unknown) => string;
  /** Undefined where the text is not of the form. */
  readonly write: (text: string) => Json | undefined;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');
const asNumber = (value: unknown): string => (typeof value === 'number' ? String(value) : '');
function toCount(text: string): number | undefined {
  const count = toWholeNumber(text);
  return count === null || count < 0 ? undefined : count;
}
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asLinks = (value: unknown): string =>
  isRecord(value)
    ? Object.entries(value)
        .map(([label, address]) => `${label} = ${String(address)}`)
        .join('\n')
    : '';

function toLinks(text: string): Json | undefined {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const links: Record<string, string> = {};
  for (const line of lines) {
    const found = /^(.+?)\s*=\s*(\S+)$/.exec(line);
    const [, label, address] = found ?? [];
    if (label === undefined || address === undefined) return undefined;
    links[label] = address;
  }
  return links;
}

const { labels, hints, levels, listed } = words.settings;

const field = (
  key: keyof typeof labels,
  kind: SettingField['kind'],
  form: Pick<SettingField, 'read' | 'write'> & Partial<Pick<SettingField, 'choices'>>,
): SettingField => ({ key, kind, label: labels[key], hint: hints[key], choices: [], ...form });

const text = { read: asText, write: (given: string): Json => given };
const number = { read: asNumber, write: toCount };

/** The settings that the dialog shows; a new one is one row. */
export const settingFields: readonly SettingField[] = [
  field('siteTitle', 'text', text),
  field('contactEmail', 'text', text),
  field('logo', 'text', text),
  field('headerLinks', 'lines', { read: asLinks, write: toLinks }),
  field('smallCountThreshold', 'number', number),
  field('leastChange', 'number', number),
  field('listed', 'choice', {
    choices: [
      ['', listed.usual],
      ['false', listed.hidden],
    ],
    read: (value) => (value === false ? 'false' : ''),
    write: (given) => (given === 'false' ? false : undefined),
  }),
  field('autoMembership', 'choice', {
    choices: [
      ['', levels.none],
      ['agg', levels.agg],
      ['deid', levels.deid],
      ['phi', levels.phi],
    ],
    read: (value) => (isRecord(value) ? asText(value['level']) : ''),
    write: (given) => ({ level: given }),
  }),
  field('maxMembershipDays', 'number', number),
  field('exportRowsPerDay', 'number', number),
];

export const draftOfSettings = (settings: Readonly<Record<string, unknown>>): SettingsDraft =>
  Object.fromEntries(settingFields.map(({ key, read }) => [key, read(settings[key])]));

export interface ChangedSettings {
  /** Null removes the setting of the package. */
  readonly settings: Record<string, Json>;
  readonly fault: { readonly key: string; readonly text: string } | null;
}

/** The settings that differ from those in force. */
export function changedSettings(
  inForce: Readonly<Record<string, unknown>>,
  draft: SettingsDraft,
): ChangedSettings {
  const before = draftOfSettings(inForce);
  const settings: Record<string, Json> = {};
  let fault: ChangedSettings['fault'] = null;
  for (const { key, write } of settingFields) {
    const typed = (draft[key] ?? '').trim();
    if (typed === before[key]) continue;
    const value = typed === '' ? null : write(typed);
    if (value === undefined) fault ??= { key, text: words.settings.fault };
    else settings[key] = value;
  }
  return { settings, fault };
}
