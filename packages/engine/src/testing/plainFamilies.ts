import type { PlainRelease } from './plainRelease.ts';

/** How records of the root say who belongs to which family. */
export const plainFamilies: NonNullable<PlainRelease['families']> = {
  familyConceptId: 'family',
  roleConceptId: 'role',
  proband: 'child',
  mother: 'mother',
  father: 'father',
};

/** The concepts of such a root. */
export const plainMembers = [
  { id: 'id', type: 'text' },
  { id: 'family', type: 'text' },
  { id: 'role', type: 'category' },
  { id: 'affected', type: 'boolean' },
] as const;
