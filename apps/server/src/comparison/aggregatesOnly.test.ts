import { defaultSmallCountThreshold as threshold } from '@atrium/engine';
import { expect } from 'vitest';
import { createAsker } from '../testing/attack/ask.ts';
import { attack, subsets, type ToldSum } from '../testing/attack/attacker.ts';
import { type Planted, plantedValues, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import { isGate } from '../testing/chance.ts';
import { onPortal } from '../testing/onPortal.ts';

let planted: Planted;
const it = onPortal({
  dataset: async (folder) => {
    planted = await writePlantedPackage(folder);
    return { packagePath: planted.packagePath };
  },
});

interface Compared {
  readonly concept_id: string;
  readonly values: readonly { readonly label: string; readonly subjects: readonly (number | string)[] }[];
  readonly missing: readonly (number | string)[];
}

it('Table 1 of aggregates is made of shown cells, so that who asks everything learns what cross-tabs tell (rule 17.7)', async ({
  cy,
  dataset,
}) => {
  const asker = createAsker(cy, dataset.uniqueId);
  const concepts = Object.keys(plantedValues);
  const { groupings } = await cy.read('comparison/');
  let shown = 0;
  for (const { concept_id: grouping } of isGate ? groupings.slice(0, 1) : groupings) {
    const others = concepts.filter((concept) => concept !== grouping);
    const reply = await cy.post(cy.address('comparison/table/'), {
      groups: [{ kind: 'values', concept_id: grouping, of: 'everyone' }],
      concepts: others,
    });
    const table = reply.json();
    const totals = await asker.ask({ rows: [], cols: [grouping] }, 'json');
    const names: readonly string[] = table.groups.map(({ title }: { title: string }) => title);
    expect(table.groups.map(({ count }: { count: number }) => count)).toEqual(
      names.map((name) => totals.cells.find(({ labels }) => labels[grouping] === name)?.shown),
    );
    const compared: readonly Compared[] = table.concepts;
    for (const { concept_id: concept, values, missing } of compared) {
      const { cells } = await asker.ask({ rows: [concept], cols: [grouping] }, 'json');
      for (const { label, subjects } of [...values, { label: '[not set]', subjects: missing }]) {
        const known = names.map(
          (name) => cells.find(({ labels }) => labels[concept] === label && labels[grouping] === name)?.shown,
        );
        expect([grouping, concept, label, subjects]).toEqual([
          grouping,
          concept,
          label,
          known.map((figure) => figure ?? table.suppression.mark),
        ]);
        shown += subjects.filter((figure) => typeof figure === 'number').length;
      }
      expect(table.concepts[0]).toMatchObject({ numbers: null, known: null, difference: null, tests: [] });
    }
  }
  expect(shown).toBeGreaterThan(20);
});

const daysPerYear = 365.25;
const ages = { zero: { kind: 'birth' }, end: { kind: 'value', concept_id: 'ended' } };
const times = { ...ages, last: { kind: 'value', concept_id: 'seen' } };

it('curves of aggregates tell no small figure, alone or beside every cross-tab of their concepts (rules 17.35 and 17.36)', async ({
  cy,
  dataset,
}) => {
  const asker = createAsker(cy, dataset.uniqueId);
  const { subjects } = planted;
  let steps = 0;
  for (const grouping of isGate ? (['sex'] as const) : (['sex', 'smoker', 'region'] as const)) {
    const reply = await cy.post(cy.address('comparison/curves/'), {
      groups: [{ kind: 'values', concept_id: grouping, of: 'everyone' }],
      ...times,
    });
    const found: Found = reply.json();
    expect(found).toMatchObject({ kind: 'survival', test: null, suppression: { threshold } });
    const also = toldBy(found, grouping);
    steps += also.length;
    for (const { having, sum } of also) {
      const isIn = ({ values }: (typeof subjects)[number]): boolean =>
        having.some((some) =>
          Object.entries(some).every(([concept, wanted]) => wanted.includes(values[concept]?.[0] ?? '')),
        );
      expect(subjects.filter(isIn)).toHaveLength(sum);
      expect(sum === 0 || sum >= threshold).toBe(true);
    }
    const concepts = [grouping, 'ended', 'seen'] as const;
    const questions = subsets(concepts).slice(1);
    const plan = {
      concepts,
      steps: questions.map((rows) => ({
        question: { rows, cols: [] },
        ...({ asker: 0, format: 'json', isAnew: false } as const),
      })),
    };
    const attackers = { askers: [asker, asker] as const, memory: new Map(), also };
    expect(await attack(plan, attackers, { subjects, threshold })).toEqual([]);
  }
  expect(steps).toBeGreaterThan(6);
});

it('curves of aggregates that no cross-tab holds are refused in words (rule 17.35)', async ({ cy }) => {
  expect((await cy.read('comparison/')).times).toMatchObject({
    has_birth: true,
    concepts: [{ concept_id: 'ended' }, { concept_id: 'seen' }],
    collections: [],
  });
  const bySex = { kind: 'values', concept_id: 'sex', of: 'everyone' };
  const refused = async (given: object) => {
    const reply = await cy.post(cy.address('comparison/curves/'), { groups: [bySex], ...times, ...given });
    return [reply.statusCode, reply.json().detail];
  };
  const says = async (given: object, words: string) =>
    expect(await refused(given)).toEqual([400, expect.stringContaining(words)]);
  await says({ groups: [{ kind: 'everyone' }, { kind: 'cohort' }] }, 'the values of one concept');
  await says({ zero: times.end }, 'begin at birth');
  await says({ entry: times.end }, 'no late entry');
  await says({ competing: times.end }, 'no competing event');
  await says({ horizon: 365 }, 'as far as their figures show');
  await says({ end: { kind: 'value', concept_id: 'score' } }, 'ages of the subject');
  await says({ end: { kind: 'record', collection_id: 'visit' } }, 'ages of the subject');
  await says({ last: times.end }, 'two ages');
  expect((await refused({ report: { report_id: 1 } }))[0]).toBe(404);
});

it('a dataset without events has no times for exact curves (rule 17.10)', async ({ ada }) => {
  const { times, groupings } = await ada.read('comparison/');
  expect(times).toEqual({ has_birth: false, concepts: [], collections: [] });
  const [first] = groupings;
  const point = { kind: 'value', concept_id: first.concept_id };
  const reply = await ada.post(ada.address('comparison/curves/'), {
    groups: [{ kind: 'values', concept_id: first.concept_id, of: 'everyone' }],
    ...{ zero: point, end: point, last: point },
  });
  expect(reply.statusCode).toBe(400);
});

interface Found {
  readonly groups: readonly { readonly title: string }[];
  readonly times: readonly number[];
  readonly curves: readonly {
    readonly subjects: number | string;
    readonly at_risk: readonly (number | string)[];
    readonly steps: Readonly<Record<'time' | 'at_risk' | 'events', readonly number[]>>;
  }[];
}

/** Each figure of a reply as the subjects whom it counts. */
function toldBy({ groups, times: at, curves }: Found, grouping: string): readonly ToldSum[] {
  const yearsOf = (concept: 'ended' | 'seen', from: number, to = Number.POSITIVE_INFINITY) =>
    plantedValues[concept].filter((value) => Number(value) >= from && Number(value) < to);
  return curves.flatMap(({ subjects, at_risk, steps }, index): ToldSum[] => {
    const group = { [grouping]: [groups[index]?.title ?? ''] };
    const leftAt = (years: number) => [
      { ...group, ended: yearsOf('ended', years) },
      { ...group, ended: ['[not set]'], seen: yearsOf('seen', years) },
    ];
    const told = (having: ToldSum['having'], sum: number | string | undefined): ToldSum[] =>
      typeof sum === 'number' ? [{ having, sum }] : [];
    return [
      ...told(leftAt(0), subjects),
      ...at.flatMap((time, place) => told(leftAt(time / daysPerYear), at_risk[place])),
      ...steps.time.flatMap((time, place) => {
        const [from, to] = [(steps.time[place - 1] ?? 0) / daysPerYear, time / daysPerYear];
        return [
          ...told(leftAt(from), steps.at_risk[place]),
          ...told([{ ...group, ended: yearsOf('ended', from, to) }], steps.events[place]),
        ];
      }),
    ];
  });
}
