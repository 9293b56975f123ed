import { describe, expect, it } from 'vitest';
import { draftsOf, emptyDraft, expectationOf, faultOf } from './expectationDraft.ts';

const participant = { one: 'participant', many: 'participants' };
const view = { least: null, most: null, named: 0, state: 'met', wrong: null, subjects: null } as const;

describe('a draft of expectations', () => {
  it('starts from the current expectations, without those with hidden ids', () => {
    const drafts = draftsOf({
      expectations: [
        { ...view, kind: 'count', least: 3 },
        { ...view, kind: 'includes', subjects: ['A', 'B'], named: 2 },
        { ...view, kind: 'excludes', named: 4 },
      ],
    });
    expect(drafts.map(expectationOf)).toEqual([
      { kind: 'count', least: 3, most: null },
      { kind: 'includes', subjects: ['A', 'B'] },
    ]);
  });

  it('begins with one that is to be filled in', () => {
    expect(draftsOf({ expectations: [] })).toHaveLength(1);
  });

  it.each([
    [{}, 'Give the least or the most number of participants.'],
    [{ least: 9, most: 3 }, 'The least number is above the most.'],
    [{ least: 0, most: 0 }, undefined],
    [{ kind: 'includes' as const, ids: ' \n ' }, 'Name at least one participant.'],
    [
      { kind: 'excludes' as const, ids: Array.from({ length: 201 }, (_, at) => at).join('\n') },
      'Name at most 200 participants.',
    ],
    [{ kind: 'excludes' as const, ids: 'A' }, undefined],
  ])('%j: %s', (given, fault) => {
    expect(faultOf({ ...emptyDraft(1), ...given }, participant)).toBe(fault);
  });

  it('names each subject once, without spaces around it', () => {
    expect(expectationOf({ ...emptyDraft(1), kind: 'includes', ids: ' A\nB\n\nA ' })).toEqual({
      kind: 'includes',
      subjects: ['A', 'B'],
    });
  });
});
