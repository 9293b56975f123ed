import type { RandomStream } from '../../random/randomStream.ts';
import type { VariantRow } from '../dictionary/geneticTables.ts';
import { syndromeNamed } from '../lesions/lesions.ts';
import { type Family, type Person, type Proband, participantId, recordId } from '../person.ts';
import type { Assay } from './assays.ts';
import { causalVariant, inheritedVariant, newVariant, recessiveVariant, type Variant } from './variant.ts';

interface Carried {
  readonly person: Person;
  readonly variant: Variant;
  readonly inheritance: string;
}

const newVariantCounts = [
  [0, 50],
  [1, 33],
  [2, 13],
  [3, 4],
] as const;

/**
 * Variant records of a family: the child's own, and those passed on for the parent who carries them too. Only
 * people with DNA sequenced have records, and the origin is known only as far as the parents were sequenced.
 */
export function variantRows(family: Family, assays: readonly Assay[], random: RandomStream): VariantRow[] {
  const dna = dnaAssays(assays);
  const sequencedParents = family.parents.filter((parent) => dna.has(parent));
  const carried: Carried[] = [];
  if (dna.has(family.proband)) {
    for (const variant of probandVariants(family.proband, random)) {
      carried.push({ person: family.proband, variant, inheritance: inheritance(variant, sequencedParents) });
      for (const parent of sequencedParents.filter((person) => carries(person, variant))) {
        carried.push(fromParent(parent, variant));
      }
    }
  }
  for (const parent of sequencedParents) {
    if (random.chance(0.3)) carried.push(fromParent(parent, inheritedVariant('mother', random)));
  }
  return rows(carried, dna, random);
}

/** The assay in which a person's variants are called: the broadest, which comes first. */
function dnaAssays(assays: readonly Assay[]): Map<Person, Assay> {
  const found = new Map<Person, Assay>();
  for (const assay of assays) {
    if (assay.kind !== 'RNA sequencing' && !found.has(assay.person)) found.set(assay.person, assay);
  }
  return found;
}

function probandVariants(proband: Proband, random: RandomStream): Variant[] {
  const cause = proband.syndrome === null ? null : syndromeNamed(proband.syndrome).cause;
  const causal =
    cause !== null && random.chance(cause.share)
      ? [causalVariant(cause.gene, cause.consequence, random)]
      : [];
  const recent = Array.from({ length: random.weighted(newVariantCounts) }, () => newVariant(random));
  const passedOn = Array.from({ length: random.integer(2, 6) }, () =>
    inheritedVariant(random.chance(0.5) ? 'mother' : 'father', random),
  );
  const recessive = random.chance(proband.lesion.group === 'Heterotaxy' ? 0.14 : 0.015)
    ? [recessiveVariant(random)]
    : [];
  return [...causal, ...recent, ...passedOn, ...recessive];
}

function carries(parent: Person, { origin }: Variant): boolean {
  return origin === 'both' || origin === parent.role.toLowerCase();
}

function fromParent(person: Person, variant: Variant): Carried {
  return { person, variant: { ...variant, zygosity: 'Heterozygous' }, inheritance: 'Not determined' };
}

function inheritance({ origin }: Variant, sequenced: readonly Person[]): string {
  const roles = sequenced.map((parent) => parent.role);
  const both = roles.length === 2;
  switch (origin) {
    case 'de novo':
      return both ? 'De novo' : 'Not determined';
    case 'mother':
      return roles.includes('Mother') ? 'Maternal' : 'Not determined';
    case 'father':
      return roles.includes('Father') ? 'Paternal' : 'Not determined';
    default:
      return both ? 'Biparental' : 'Not determined';
  }
}

function rows(
  carried: readonly Carried[],
  dna: ReadonlyMap<Person, Assay>,
  random: RandomStream,
): VariantRow[] {
  const counts = new Map<Person, number>();
  return carried.map(({ person, variant, inheritance }) => {
    const index = counts.get(person) ?? 0;
    counts.set(person, index + 1);
    return {
      variant_id: recordId('VR', person, index),
      participant_id: participantId(person),
      assay_id: dna.get(person)?.id ?? null,
      gene: variant.gene,
      consequence: variant.consequence,
      inheritance,
      zygosity: random.unless(0.03, variant.zygosity),
      hgvs: variant.change,
      cadd: variant.score,
      allele_frequency: variant.frequency,
      pathogenicity: random.unless(0.04, variant.pathogenicity),
    };
  });
}
