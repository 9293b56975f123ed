import type { ConceptType } from '@atrium/contract/documents/dataPackage';
import {
  type About,
  type CountRule,
  oneOfFamily,
  type Relative,
  relatives,
} from '@atrium/contract/wire/cohortDefinition';
import type { MemberContext } from '../definition/memberContext.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import { mayUseConcept, rightsOf } from '../visibility/rights.ts';

/** How records of the root name families, as a member may ask about them (rule 2.25, decision 100). */
export interface Kinship {
  readonly family: Concept;
  readonly role: Concept;
  /** Words of the roles of those who are children in their family, and of the parents. */
  readonly children: readonly string[];
  readonly mother: string;
  readonly father: string;
  /** Relatives whom a criteria set can be about. */
  readonly relatives: readonly Relative[];
}

const familyTypes: ReadonlySet<ConceptType> = new Set(['text', 'category', 'number']);
const roleTypes: ReadonlySet<ConceptType> = new Set(['text', 'category']);

/**
 * The kinship that the release declares; null where it declares none, the member may not use its concepts (rule 1.18),
 * or sees aggregates only and so has no cohort.
 */
export function kinshipOf({ lookup, member }: MemberContext): Kinship | null {
  const { families } = lookup.dictionary;
  if (families === undefined || !rightsOf(member).seesSubjects) return null;
  const family = lookup.concept(families.familyConceptId);
  const role = lookup.concept(families.roleConceptId);
  if (family === undefined || role === undefined) return null;
  if (!familyTypes.has(family.type) || !roleTypes.has(role.type)) return null;
  if (!mayUseConcept(family, member) || !mayUseConcept(role, member)) return null;
  const { proband, sibling, mother, father } = families;
  return {
    family,
    role,
    children: sibling === undefined ? [proband] : [proband, sibling],
    mother,
    father,
    relatives: relatives.filter((relative) => relative !== 'sibling' || sibling !== undefined),
  };
}

export function mayBeAbout(about: About, context: MemberContext): boolean {
  const kinship = kinshipOf(context);
  return kinship !== null && (about === oneOfFamily || kinship.relatives.includes(about));
}

/** Whose rows a criteria set asks for, where it is not about the subject. */
export interface KinPlan {
  readonly relative: About;
  readonly family: Concept;
  readonly role: Concept;
  /** Roles that the subject must have, and those that make a relative; null: any. */
  readonly own: readonly string[] | null;
  readonly kin: readonly string[] | null;
  /** How many of the family must pass, where it is about anybody of it (rule 2.29). */
  readonly count: CountRule;
}

const oneOrMore = { operator: 'at least', value: 1 } as const;

export function planKin(
  { about, familyCount = oneOrMore }: { readonly about: About; readonly familyCount?: CountRule | undefined },
  { family, role, children, mother, father }: Kinship,
): KinPlan {
  const roles = {
    mother: { own: children, kin: [mother] },
    father: { own: children, kin: [father] },
    sibling: { own: children, kin: children },
    any_member: { own: null, kin: null },
    all_members: { own: null, kin: null },
    // The role of the proband comes first among its family (rule 2.30).
    one_of_family: { own: children.slice(0, 1), kin: null },
  }[about];
  const count = about === 'any_member' ? familyCount : oneOrMore;
  return { relative: about, family, role, ...roles, count };
}
