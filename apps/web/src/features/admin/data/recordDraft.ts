import { type PublicRecord, publicRecord } from '@atrium/contract/documents/publicRecord';
import { z } from 'zod';
import { recordWords } from './recordWords.ts';

const creator = z.object({ name: z.string(), kind: z.enum(['organization', 'person']), id: z.string() });
const lines = z.string();

/** The public record as it is typed: lists are texts with a line for each. */
export const recordDraft = z.object({
  creators: z.array(creator),
  publisherName: z.string(),
  publisherId: z.string(),
  conditions: z.string(),
  dataUse: z.array(z.string()),
  license: z.string(),
  keywords: lines,
  themes: lines,
  variables: lines,
  dois: lines,
});
type RecordDraft = z.output<typeof recordDraft>;

export const newCreator: RecordDraft['creators'][number] = { name: '', kind: 'organization', id: '' };

export const draftOfRecord = (record: PublicRecord | undefined): RecordDraft => ({
  creators: record?.creators.map(({ id = '', ...one }) => ({ ...one, id })) ?? [newCreator],
  publisherName: record?.publisher.name ?? '',
  publisherId: record?.publisher.id ?? '',
  conditions: record?.conditions ?? '',
  dataUse: [...(record?.dataUse ?? [])],
  license: record?.license ?? '',
  keywords: record?.keywords.join('\n') ?? '',
  themes: record?.themes.join('\n') ?? '',
  variables: record?.variables.join('\n') ?? '',
  dois: Object.entries(record?.dois ?? {})
    .map(([release, doi]) => `${release} = ${doi}`)
    .join('\n'),
});

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
const given = (id: string) => (id.trim() === '' ? {} : { id: id.trim() });

/** The record that a draft says, as it would be sent; not judged yet. */
export const recordOfDraft = (draft: RecordDraft) => ({
  creators: draft.creators.map(({ name, kind, id }) => ({ name: name.trim(), kind, ...given(id) })),
  publisher: { name: draft.publisherName.trim(), ...given(draft.publisherId) },
  conditions: draft.conditions.trim(),
  dataUse: draft.dataUse,
  ...(draft.license.trim() === '' ? {} : { license: draft.license.trim() }),
  keywords: linesOf(draft.keywords),
  themes: linesOf(draft.themes),
  variables: linesOf(draft.variables),
  dois: Object.fromEntries(
    linesOf(draft.dois).map((line) => {
      const [release = '', ...doi] = line.split('=').map((part) => part.trim());
      return [release, doi.join('=')];
    }),
  ),
});

/** The field of the form in which a part of the record is typed. */
function fieldOf([part, ...rest]: readonly PropertyKey[]): readonly PropertyKey[] {
  if (part === 'creators' && rest.length > 0) return [part, ...rest];
  if (part === 'publisher') return [rest[0] === 'id' ? 'publisherId' : 'publisherName'];
  return [part ?? ''];
}

/** Judges a draft by the rules of the record; each fault stands at the field in which it was typed. */
export const judgedDraft = recordDraft.superRefine((draft, context) => {
  for (const { path, message } of publicRecord.safeParse(recordOfDraft(draft)).error?.issues ?? []) {
    const field = fieldOf(path);
    const says = field[0] === 'dois' ? recordWords.doiLine : message;
    context.addIssue({
      code: 'custom',
      path: [...field],
      message: says.charAt(0).toUpperCase() + says.slice(1),
    });
  }
});
