import { expect, it } from 'vitest';
import { initialTexts, textsToFilter, withPastedTexts } from './textDraft.ts';

it('text terms arrive as lines', () => {
  expect(initialTexts({ terms: 'A\nB' })).toEqual({ kind: 'text', values: ['A', 'B'] });
});

it('posts texts one per line', () => {
  expect(textsToFilter({ kind: 'text', values: ['A', 'B'] }, false)).toEqual({
    includeNullAndMissing: false,
    textSelection: 'A\nB',
  });
});

it('pasted texts go to the top of the selection, each once', () => {
  const draft = { kind: 'text', values: ['NOTCH1', 'GATA4'] } as const;
  expect(withPastedTexts(draft, ['TBX5', 'GATA4', 'TBX5']).values).toEqual(['TBX5', 'GATA4', 'NOTCH1']);
});
