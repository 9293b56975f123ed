import { expect } from 'vitest';
import { createAsker } from '../testing/attack/ask.ts';
import { plantedValues, writePlantedPackage } from '../testing/attack/plantedPackage.ts';
import { isGate } from '../testing/chance.ts';
import { onPortal } from '../testing/onPortal.ts';

const it = onPortal({
  dataset: async (folder) => ({ packagePath: (await writePlantedPackage(folder)).packagePath }),
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

it('a dataset without events has no times for curves (rule 17.10)', async ({ ada }) => {
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
