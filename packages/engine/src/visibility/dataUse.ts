import { type DataUseTerm, dataUseTerms } from '@atrium/contract/documents/publicRecord';
import type { Purpose, WorkTrait } from '@atrium/contract/documents/purpose';
import type { DataUse } from '../dictionary/dictionary.ts';

/** A code of data use: a term of the Data Use Ontology, for some with what it names, as `DS:MONDO:0005453`. */
export interface DataUseCode {
  readonly term: DataUseTerm;
  /** The code in one spelling. */
  readonly text: string;
  /** A disease, a place, a project and so on; null where the code names nothing. */
  readonly of: string | null;
}

interface TermMeaning {
  readonly short: string;
  /** Whether the term opens data for some work, or asks something of all work. */
  readonly kind: 'permission' | 'modifier';
  /** Whether something stands behind the term. */
  readonly names: 'nothing' | 'maybe' | 'always';
  readonly isMet: (purpose: Purpose, code: DataUseCode) => boolean;
  /** Why it is not met, in words. */
  readonly refusal: string;
  /** What a person confirms, in words; absent where the rest of the purpose says it. */
  readonly confirmation?: string;
}

const involves = ({ research, involves: traits }: Purpose, trait: WorkTrait): boolean =>
  traits.includes(trait) || (trait === 'ancestry' && research === 'ancestry');

const permission = (
  short: string,
  isMet: TermMeaning['isMet'],
  refusal: string,
  names: TermMeaning['names'] = 'nothing',
): TermMeaning => ({ short, kind: 'permission', names, isMet, refusal });

const modifier = (short: string, isMet: TermMeaning['isMet'], refusal: string): TermMeaning => ({
  short,
  kind: 'modifier',
  names: 'nothing',
  isMet,
  refusal,
});

/** Software cannot check it: it is met by what the person confirms, word for word, and by nothing else. */
const confirmed = (short: string, confirmation: string, refusal: string): TermMeaning => ({
  short,
  kind: 'modifier',
  names: 'maybe',
  isMet: ({ confirms }, { text }) => confirms.includes(text),
  refusal,
  confirmation,
});

/** Every term of the Data Use Ontology of 2021-02-23 that data may be under, and which work it allows (rule 1.27). */
const meanings: Readonly<Record<DataUseTerm, TermMeaning>> = {
  'DUO:0000004': permission('NRES', () => true, ''),
  'DUO:0000042': permission('GRU', () => true, ''),
  'DUO:0000006': permission(
    'HMB',
    (purpose) => ['health', 'disease'].includes(purpose.research) && !involves(purpose, 'ancestry'),
    'for health, medical or biomedical research only, without population origins or ancestry',
  ),
  'DUO:0000007': permission(
    'DS',
    ({ disease }, { of }) => disease !== null && disease === of,
    'for research on another disease only',
    'always',
  ),
  'DUO:0000011': permission(
    'POA',
    ({ research }) => research === 'ancestry',
    'for research on population origins or ancestry only',
  ),
  'DUO:0000043': modifier('CC', () => true, ''),
  'DUO:0000044': modifier(
    'NPOA',
    (purpose) => !involves(purpose, 'ancestry'),
    'not for population origins or ancestry',
  ),
  'DUO:0000015': modifier(
    'NMDS',
    (purpose) => !involves(purpose, 'methods'),
    'not for the development of methods',
  ),
  'DUO:0000016': modifier('GSO', (purpose) => involves(purpose, 'genetics'), 'for genetic studies only'),
  'DUO:0000045': modifier(
    'NPU',
    (purpose) => !involves(purpose, 'forProfit'),
    'for organizations that are not for profit only',
  ),
  'DUO:0000046': modifier('NCU', (purpose) => !involves(purpose, 'commercial'), 'not for commercial use'),
  'DUO:0000018': modifier(
    'NPUNCU',
    (purpose) => !involves(purpose, 'forProfit') && !involves(purpose, 'commercial'),
    'for organizations that are not for profit only, and not for commercial use',
  ),
  'DUO:0000012': confirmed(
    'RS',
    'The work is of the type of research that the data are for',
    'for a certain type of research only',
  ),
  'DUO:0000019': confirmed(
    'PUB',
    'We will make the results available to other scientists',
    'only where the results are made available',
  ),
  'DUO:0000020': confirmed(
    'COL',
    'We work together with the investigators of the study',
    'only together with the investigators of the study',
  ),
  'DUO:0000021': confirmed('IRB', 'The work has ethics approval', 'only with ethics approval'),
  'DUO:0000022': confirmed(
    'GS',
    'The work is done in the region that the data are for',
    'in a certain region only',
  ),
  'DUO:0000024': confirmed(
    'MOR',
    'We will publish nothing before the date that the study has set',
    'only where nothing is published before a certain date',
  ),
  'DUO:0000025': confirmed(
    'TS',
    'The work ends within the time for which the use is approved',
    'for a certain time only',
  ),
  'DUO:0000026': confirmed(
    'US',
    'I am a user whom the study has approved',
    'for users whom the study has approved only',
  ),
  'DUO:0000027': confirmed(
    'PS',
    'The work is the project that the study has approved',
    'for projects that the study has approved only',
  ),
  'DUO:0000028': confirmed(
    'IS',
    'The work is done in an institution that the study has approved',
    'in institutions that the study has approved only',
  ),
  'DUO:0000029': confirmed(
    'RTN',
    'We will return derived data to the database',
    'only where derived data are returned',
  ),
};

const isTerm = (text: string): text is DataUseTerm => Object.hasOwn(dataUseTerms, text);

const terms: ReadonlyMap<string, DataUseTerm> = new Map(
  Object.entries(meanings).flatMap(([term, { short }]) =>
    isTerm(term)
      ? [
          [term, term],
          [short, term],
        ]
      : [],
  ),
);

/** The parts of a cell that holds codes. */
const partsOf = (cell: string): readonly string[] => cell.split(/[\s,;|]+/).filter((part) => part !== '');

/** A code of data use; null where it is unknown, lacks what it must name, or names what it may not. */
function parseCode(part: string): DataUseCode | null {
  const [, name = '', of = null] = /^((?:DUO:)?[A-Z0-9]+)(?::(.+))?$/.exec(part) ?? [];
  const term = terms.get(name);
  if (term === undefined) return null;
  const { short, names } = meanings[term];
  if (of === null ? names === 'always' : names === 'nothing') return null;
  return { term, of, text: of === null ? short : `${short}:${of}` };
}

export interface DataUseCodes {
  readonly codes: readonly DataUseCode[];
  /** Parts that are no codes. */
  readonly unknown: readonly string[];
}

/** The codes of a cell, between which stand spaces, commas, semicolons or bars. */
export function parseDataUse(cell: string): DataUseCodes {
  const parsed = partsOf(cell).map((part) => ({ part, code: parseCode(part) }));
  return {
    codes: parsed.flatMap(({ code }) => code ?? []),
    unknown: parsed.flatMap(({ part, code }) => (code === null ? [part] : [])),
  };
}

/**
 * Why codes do not allow a purpose, in words; null where they do (rule 1.27). Whatever is not known refuses: an unknown
 * code, no code, modifiers without a permission. Of several diseases one must be meant, and every other code be met.
 */
export const refusalOfUse = (cell: string, purpose: Purpose): string | null =>
  refusalOfCodes(parseDataUse(cell), purpose);

export function refusalOfCodes({ codes, unknown }: DataUseCodes, purpose: Purpose): string | null {
  if (unknown.length > 0) return 'with a condition that the portal does not know';
  if (!codes.some(({ term }) => meanings[term].kind === 'permission'))
    return 'without a word on what they may be used for';
  const isMet = (code: DataUseCode): boolean => meanings[code.term].isMet(purpose, code);
  const isOfMeantDisease = codes.some((code) => isOfDisease(code) && isMet(code));
  const unmet = codes.find((code) => !isMet(code) && !(isOfMeantDisease && isOfDisease(code)));
  return unmet === undefined ? null : meanings[unmet.term].refusal;
}

/** Whether the code is for research on a disease. */
export const isOfDisease = ({ term }: DataUseCode): boolean => term === 'DUO:0000007';

/** What a person must confirm for a code, in words; null where nothing is to be confirmed. */
export const confirmationOf = ({ term }: DataUseCode): string | null => meanings[term].confirmation ?? null;

/** The purpose that only those subjects allow who allow every other one. */
export const widestPurpose: Purpose = {
  research: 'general',
  disease: null,
  involves: ['ancestry', 'methods', 'forProfit', 'commercial'],
  confirms: [],
};

/** The codes that occur and allow a purpose. */
export const agreedCodes = ({ occurring }: DataUse, purpose: Purpose): DataUse['occurring'] =>
  occurring.filter(({ codes }) => refusalOfUse(codes, purpose) === null);

/** How many subjects of a release agreed to a purpose. */
export const countAgreed = (dataUse: DataUse, purpose: Purpose): number =>
  agreedCodes(dataUse, purpose).reduce((sum, { subjects }) => sum + subjects, 0);

/** The same text for purposes that reach the same subjects. */
export const purposeKey = ({ research, disease, involves: traits, confirms }: Purpose): string =>
  JSON.stringify([research, disease, [...new Set(traits)].sort(), [...new Set(confirms)].sort()]);
