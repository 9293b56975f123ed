/** What may say who somebody is, in words. */
export const identifierKinds = {
  personName: 'names of people',
  birthDate: 'dates of birth',
  deathDate: 'dates of death',
  recordNumber: 'numbers of patients or records',
  nationalId: 'numbers of identity or insurance',
  email: 'e-mail addresses',
  phone: 'telephone numbers',
  address: 'addresses or towns',
  postalCode: 'postal codes',
  position: 'geographic positions',
  network: 'web or network addresses',
  freeText: 'free texts',
  ownText: 'texts that few rows share',
} as const;
export type IdentifierKind = keyof typeof identifierKinds;

/** How the values of a column are held; what is neither text, number nor date identifies nobody by itself. */
export type ColumnHolds = 'text' | 'number' | 'date' | 'other';
