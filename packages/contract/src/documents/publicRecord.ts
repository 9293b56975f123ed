import { z } from 'zod';

/** Terms of the Data Use Ontology (GA4GH, release of 2021-02-23) that a dataset may be under, with their names. */
export const dataUseTerms = {
  'DUO:0000004': 'no restriction',
  'DUO:0000006': 'health or medical or biomedical research',
  'DUO:0000007': 'disease specific research',
  'DUO:0000011': 'population origins or ancestry research only',
  'DUO:0000012': 'research specific restrictions',
  'DUO:0000015': 'no general methods research',
  'DUO:0000016': 'genetic studies only',
  'DUO:0000018': 'not for profit, non commercial use only',
  'DUO:0000019': 'publication required',
  'DUO:0000020': 'collaboration required',
  'DUO:0000021': 'ethics approval required',
  'DUO:0000022': 'geographical restriction',
  'DUO:0000024': 'publication moratorium',
  'DUO:0000025': 'time limit on use',
  'DUO:0000026': 'user specific restriction',
  'DUO:0000027': 'project specific restriction',
  'DUO:0000028': 'institution specific restriction',
  'DUO:0000029': 'return to database or resource',
  'DUO:0000042': 'general research use',
  'DUO:0000043': 'clinical care use',
  'DUO:0000044': 'population origins or ancestry research prohibited',
  'DUO:0000045': 'not for profit organisation use only',
  'DUO:0000046': 'non-commercial use only',
} as const;
export type DataUseTerm = keyof typeof dataUseTerms;
export const dataUseTerm = z.custom<DataUseTerm>(
  (value) => typeof value === 'string' && Object.hasOwn(dataUseTerms, value),
  'must be a term of the Data Use Ontology such as DUO:0000042',
);

/** A DOI without `https://doi.org/`, with the letters that may stand in an address as they are. */
export const doi = z
  .string()
  .regex(/^10\.\d{4,9}\/[A-Za-z0-9._;()/:-]{1,200}$/, 'must be a DOI such as 10.1234/abc');

const https = z.url({ protocol: /^https$/, error: 'must be an https address' }).max(500);
const line = z
  .string()
  .max(500)
  .regex(/^[^\p{C}]*\S[^\p{C}]*$/u, 'must be one line of text');

/** What a site makes public of a dataset, beside its name and description. */
export const publicRecord = z.strictObject({
  creators: z
    .array(
      z.strictObject({
        name: line,
        kind: z.enum(['organization', 'person']).default('organization'),
        /** Its address in ROR or ORCID. */
        id: https.optional(),
      }),
    )
    .min(1)
    .max(50),
  publisher: z.strictObject({ name: line, id: https.optional() }),
  /** Under which conditions the data may be used, in words. */
  conditions: z.string().min(1).max(4000),
  dataUse: z.array(dataUseTerm).max(30).default([]),
  license: https.optional(),
  keywords: z.array(line).max(50).default([]),
  /** What the data are about, as addresses of terms. */
  themes: z.array(https).max(20).default([]),
  /** Concepts whose names, types and descriptions are public, by their ids (rule 14.87). */
  variables: z.array(line).max(2000).default([]),
  /** DOIs of releases, as the site's registrar gave them. */
  dois: z
    .record(z.string().regex(/^release_[1-9]\d{0,8}$/, 'must be a release such as release_7'), doi)
    .default({}),
});
export type PublicRecord = z.output<typeof publicRecord>;
