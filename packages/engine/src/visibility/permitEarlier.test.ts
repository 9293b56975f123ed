import { describe, expect, it } from 'vitest';
import { createLookup } from '../dictionary/lookup.ts';
import { dictionaryOf, type PlainConcept } from '../testing/plainRelease.ts';
import { permitEarlier } from './permitEarlier.ts';

const releaseWith = (born: Partial<PlainConcept>) =>
  createLookup(
    dictionaryOf({
      collections: [
        {
          id: 'person',
          concepts: [
            { id: 'id', type: 'text' },
            { id: 'born', type: 'date', hasPhi: true, ...born },
          ],
          rows: [],
        },
      ],
    }),
  );

/** How a member sees the date of a kept release beside a live one. */
function bornOn(
  level: 'phi' | 'deid' | 'agg',
  { kept, live }: Record<'kept' | 'live', Partial<PlainConcept>>,
) {
  const none = new Set<string>();
  const earlier = {
    kept: releaseWith(kept),
    live: { release: 'release_2', lookup: releaseWith(live) },
    shareData: false,
    notDelivered: { concepts: none, collections: none },
  };
  return permitEarlier(earlier, { level, groups: null }).lookup.concept('born');
}

describe('a concept of an earlier release is seen as exactly as the stricter release allows (rule 7.13)', () => {
  it('has the later one of the years that stand for all before them, for whoever sees subjects', () => {
    const years = (kept: number, live: number) => ({
      kept: { topCodedYear: kept },
      live: { topCodedYear: live },
    });
    expect(bornOn('deid', years(1931, 1936))?.topCodedYear).toBe(1936);
    expect(bornOn('deid', years(1936, 1931))?.topCodedYear).toBe(1936);
    expect(bornOn('agg', years(1931, 1936))?.topCodedYear).toBe(1931);
  });

  it('has the uses that both open, for every level', () => {
    const uses = {
      kept: { uses: ['cohort', 'table'] as const },
      live: { uses: ['table', 'analysis'] as const },
    };
    for (const level of ['phi', 'deid', 'agg'] as const) expect(bornOn(level, uses)?.uses).toEqual(['table']);
  });
});
