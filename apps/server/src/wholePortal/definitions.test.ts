import type { AnalysisTransformation } from '@atrium/contract/wire/analysis';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { TableTransformation } from '@atrium/contract/wire/tableTransformation';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  createDemand,
  createGate,
  createSessions,
  createTokens,
  createVolumes,
  type Member,
} from '../access/index.ts';
import { analysisKind } from '../analysis/analysisKind.ts';
import { cohortKind } from '../cohort/cohortKind.ts';
import { localSignInOnly } from '../config/signInSettings.ts';
import {
  type DefinitionKind,
  editActive,
  loadActiveDefinition,
  openActive,
} from '../definition/definitionKind.ts';
import { createDefinitionMemory } from '../definition/index.ts';
import { tableKind } from '../table/tableKind.ts';
import { portalOfFile } from '../testing/ofFile.ts';

const portal = await portalOfFile();
const dataset = await portal.aDataset({ packagePath: portal.smallPackage });

const filter = (conceptId: string, form: object): CohortTransformation => ({
  kind: 'add_entry',
  conceptId,
  ...form,
});
const column = (conceptId: string, form: object = {}): TableTransformation => ({
  kind: 'add_entry',
  conceptId,
  inputs: {},
  ...form,
});
const axis = (conceptId: string, role: 'rows' | 'cols'): AnalysisTransformation => ({
  kind: 'add_entry',
  conceptId,
  role,
});

describe('a cohort definition', () => {
  judge(cohortKind, {
    first: filter('sex', { selectedCategories: ['Female'] }),
    second: filter('weight', { min: '1', max: '' }),
    refused: filter('sex', { selectedCategories: [] }),
    others: [
      filter('is_proband', { selectedCategories: [true], excludeSelected: true }),
      filter('age', { ageMinYear: '1', ageMaxYear: '20', includeNullAndMissing: true }),
      filter('birth_date', { queryType: 'date_range', min: '2016-01-01', max: '' }),
      filter('birth_date', { queryType: 'relative_to_today', daysAgo: 30 }),
      filter('note', { textSelection: 'seen twice' }),
      filter('diagnosis_term', { ontologySelection: ['X:2'], includeOntologyUnknown: true }),
      { kind: 'add_criteria_set', collectionId: 'diagnosis' },
    ],
  });
});
describe('a table definition', () => {
  judge(tableKind, {
    first: column('sex'),
    second: column('weight', { alias: 'Kilograms' }),
    refused: column('nothing'),
    others: [column('diagnosis_severity', { aggregationMethod: 'count_all' })],
  });
});
describe('an analysis definition', () => {
  judge(analysisKind, {
    first: axis('sex', 'rows'),
    second: axis('is_proband', 'cols'),
    refused: axis('sex', 'cols'),
    others: [{ kind: 'swap_rows_and_cols' }, { kind: 'clear_all' }],
  });
});

async function aMember(): Promise<Member> {
  const { account } = await portal.aMember({ dataset, level: 'phi' });
  const deps = { db: portal.db, clock: portal.clock.now, membershipDays: null };
  const gate = createGate({
    ...deps,
    sessions: createSessions(deps),
    tokens: createTokens(deps),
    demand: createDemand(portal.db, localSignInOnly),
    volumes: createVolumes({ ...deps, limits: { rows: null, bytes: null } }),
  });
  return gate.admit({ ...account, secondFactor: null }, dataset.uniqueId, 'subjects');
}

/** The kind with a codec that counts how often a definition passes it in either direction. */
function counted<Definition extends object, Transformation, Base, Opened, View>(
  kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
) {
  const passes = { in: 0, out: 0 };
  const codec = z.codec(z.unknown(), z.custom<Definition>(), {
    decode: (stored) => {
      passes.in += 1;
      return kind.codec.parse(stored);
    },
    encode: (definition) => {
      passes.out += 1;
      return z.encode(kind.codec, definition);
    },
  });
  const taken = () => {
    const { in: decoded, out: encoded } = passes;
    passes.in = 0;
    passes.out = 0;
    return { decoded, encoded };
  };
  return { kind: { ...kind, codec }, taken };
}

interface Edits<Transformation> {
  readonly first: Transformation;
  readonly second: Transformation;
  readonly refused: Transformation;
  readonly others?: readonly Transformation[];
}

function judge<Definition extends object, Transformation, Base, Opened, View>(
  given: DefinitionKind<Definition, Transformation, Base, Opened, View>,
  { first, second, refused, others = [] }: Edits<Transformation>,
): void {
  const edit = (
    kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
    member: Member,
    transformation: Transformation,
  ) =>
    editActive({ ...portal, clock: portal.clock.now }, kind, {
      member,
      transformation,
      signal: new AbortController().signal,
    });

  it('passes the codec once, when it is stored, and not again before it is shown or edited', async () => {
    const { kind, taken } = counted(given);
    const member = await aMember();
    const outcomes = [];
    const passes = [];
    for (const transformation of [first, second, refused]) {
      const { outcome, opened } = await edit(kind, member, transformation);
      kind.present(opened);
      outcomes.push(outcome.kind);
      passes.push(taken());
    }
    expect(outcomes).toEqual(['changed', 'changed', 'refused']);
    expect(passes).toEqual([
      // The first edit also stores the start of the history, which may have been encoded for somebody else.
      { decoded: 0, encoded: expect.toBeOneOf([1, 2]) },
      { decoded: 0, encoded: 1 },
      { decoded: 0, encoded: 0 },
    ]);
  });

  it('passes the codec once for all who read it again, and is frozen', async () => {
    const { kind: made, taken } = counted(given);
    const member = await aMember();
    await edit(made, member, first);
    taken();
    // Another process remembers nothing of it.
    const kind = { ...made, known: createDefinitionMemory<Definition>('test') };
    const deps = { ...portal, clock: portal.clock.now };
    const read = async () => {
      const { definition } = await loadActiveDefinition(deps, kind, {
        base: kind.loadBase(deps, member),
        member,
      });
      return definition;
    };
    const definition = await read();
    expect(Object.isFrozen(definition)).toBe(true);
    expect(await read()).toBe(definition);
    expect(taken()).toEqual({ decoded: 1, encoded: 0 });
  });

  it('is shown after an edit as it is when it is loaded again', async () => {
    const member = await aMember();
    for (const transformation of [first, second, ...others]) {
      const { outcome, opened } = await edit(given, member, transformation);
      expect(outcome.kind).toBe('changed');
      const other = { ...given, known: createDefinitionMemory<Definition>('test') };
      const loaded = await openActive({ ...portal, clock: portal.clock.now }, other, member);
      expect(given.present(opened)).toEqual(given.present(loaded));
    }
  });
}
