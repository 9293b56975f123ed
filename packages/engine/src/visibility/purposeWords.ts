import type { Purpose, ResearchKind, WorkTrait } from '@atrium/contract/documents/purpose';
import type { DataUse } from '../dictionary/dictionary.ts';
import { confirmationOf, type DataUseCode, isOfDisease, parseDataUse } from './dataUse.ts';

/** What somebody may choose in stating a purpose for a dataset. */
export interface PurposeOptions {
  readonly diseases: readonly { readonly code: string; readonly title: string }[];
  /** What can only be confirmed, each by its code. */
  readonly conditions: readonly { readonly code: string; readonly words: string }[];
}

type Titles = DataUse['titles'];

const titleOf = ({ text, of }: DataUseCode, titles: Titles): string | null =>
  of === null ? null : (titles[text] ?? titles[of] ?? of);

/** The diseases and conditions that codes of a release name, each once. */
export function purposeOptions({ occurring, titles }: DataUse): PurposeOptions {
  const codes = new Map(
    occurring.flatMap((one) => parseDataUse(one.codes).codes.map((code) => [code.text, code])),
  );
  const sorted = [...codes.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
  return {
    diseases: sorted.flatMap((code) =>
      isOfDisease(code) && code.of !== null
        ? [{ code: code.of, title: titleOf(code, titles) ?? code.of }]
        : [],
    ),
    conditions: sorted.flatMap((code) => {
      const words = confirmationOf(code);
      const title = titleOf(code, titles);
      return words === null
        ? []
        : [{ code: code.text, words: title === null ? words : `${words}: ${title}` }];
    }),
  };
}

const research: Readonly<Record<Exclude<ResearchKind, 'disease'>, string>> = {
  health: 'health, medical or biomedical research',
  ancestry: 'research on population origins or ancestry',
  general: 'research of any kind',
};

const traits: Readonly<Record<WorkTrait, string>> = {
  ancestry: 'with population origins or ancestry',
  methods: 'with the development of methods',
  genetics: 'with genetics',
  forProfit: 'in an organization for profit',
  commercial: 'for commercial use',
};

/** A purpose as words that follow "for". */
export function purposeWords(purpose: Purpose, titles: Titles): string {
  const { disease, involves } = purpose;
  const on =
    purpose.research === 'disease'
      ? `research on ${titles[`DS:${disease}`] ?? titles[disease ?? ''] ?? disease}`
      : research[purpose.research];
  const isSaid = (trait: WorkTrait): boolean => trait === 'ancestry' && purpose.research === 'ancestry';
  return [on, ...involves.filter((trait) => !isSaid(trait)).map((trait) => traits[trait])].join(', ');
}
