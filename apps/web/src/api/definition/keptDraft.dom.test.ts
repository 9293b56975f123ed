import { expect, it } from 'vitest';
import { z } from 'zod';
import { keptDraft } from './keptDraft.ts';

const draft = z.object({ names: z.array(z.string()) });
const kept = () => keptDraft(draft, 'atrium-draft of mine');

it('what was written is there again for the next page of the tab, until it is cleared', () => {
  kept().write({ names: ['a'] });
  expect(kept().read()).toEqual({ names: ['a'] });
  kept().clear();
  expect(kept().read()).toBeNull();
});

it.each(['', '{', '{"names":[1]}'])('%o is no draft', (stored) => {
  window.sessionStorage.setItem('atrium-draft of mine', stored);
  expect(kept().read()).toBeNull();
});

it('nothing is kept of a person who is not known, or where there is no room', () => {
  keptDraft(draft, undefined).write({ names: ['a'] });
  expect(window.sessionStorage).toHaveLength(0);
  const full = {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  expect(() => keptDraft(draft, 'x', full).write({ names: [] })).not.toThrow();
});
