import type { TestPerson } from './aPerson.ts';

export const bySex = { kind: 'values', concept_id: 'sex', of: 'everyone' };

export const compare = (
  { post, address }: TestPerson,
  groups: readonly object[],
  concepts: readonly string[],
) => post(address('comparison/table/'), { groups, concepts });

export const birth = { kind: 'value', concept_id: 'birth_date' };
export const diagnosis = { kind: 'record', collection_id: 'diagnosis' };
export const severe = { ...diagnosis, concept_id: 'diagnosis_severity', values: ['severe'] };
export const mild = { ...severe, values: ['mild'] };
export const groups = [{ kind: 'cohort' }, { kind: 'rest' }];
export const times = { zero: birth, end: severe, last: diagnosis };

export const pathway = {
  ...{ group: { kind: 'everyone' }, stages: [birth, severe, mild] },
  ...{ exits: [diagnosis], last: diagnosis },
};

export const curves = ({ post, address }: TestPerson, given: object) =>
  post(address('comparison/curves/'), { groups, ...times, ...given });
