import { fileField, keyField, type RowOf } from '../../package/field.ts';
import { table } from '../../package/table.ts';

/** The source of files beside those of the consortium itself, as sites name it unless they choose another. */
export const secondSource = 'Sequencing';

const fileFields = [
  fileField('file_id'),
  fileField('path'),
  fileField('name'),
  fileField('size', 'integer'),
  fileField('sha256'),
  fileField('category'),
  fileField('source'),
  fileField('data_type'),
  fileField('experiment_type'),
  fileField('file_format'),
  fileField('access'),
] as const;
export type FileRow = RowOf<typeof fileFields>;

export const fileTable = table({
  name: 'file',
  title: 'File',
  description: 'The files that can be downloaded, small ones with invented content.',
  fields: fileFields,
  primaryKey: 'file_id',
});

const linkFields = [keyField('file_id'), keyField('participant_id')] as const;
export type FileParticipantRow = RowOf<typeof linkFields>;

export const fileParticipantTable = table({
  name: 'file_participant',
  title: 'Participant of a file',
  description: 'Whose data a file holds.',
  fields: linkFields,
  references: [
    { field: 'file_id', to: ['file', 'file_id'] },
    { field: 'participant_id', to: ['participant', 'participant_id'] },
  ],
});
