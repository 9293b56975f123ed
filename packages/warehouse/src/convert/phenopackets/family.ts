import { type Column, columnsOf } from './columns.ts';
import type { FoundPacket } from './readMessages.ts';
import { isMessage, type Json, type Message } from './values.ts';

const family = columnsOf('family');

/** Columns of the root that a message of a family fills. */
export const familyColumns: readonly Column[] = [
  family.text('family_id', 'Family'),
  family.category('family_role', 'Role in the family'),
  family.text('father_id', 'Father'),
  family.text('mother_id', 'Mother'),
  family.category('affected_status', 'Affected'),
  family.flag('has_complete_trio', 'Complete trio'),
  family.flag('consanguineous_parents', 'Consanguineous parents'),
];

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' && value !== '' && value !== '0' ? value : undefined;

/** The cells of these columns; none for a phenopacket that stands alone. */
export function familyRow({
  message,
  family: part,
}: FoundPacket): Readonly<Record<string, string | undefined>> {
  if (part === undefined) return {};
  const { family: whole, isProband } = part;
  const persons = personsOf(whole);
  const own = personOf(message, persons);
  const proband = isMessage(whole['proband']) ? personOf(whole['proband'], persons) : undefined;
  const [father, mother] = [textOf(own?.['paternalId']), textOf(own?.['maternalId'])];
  const here = new Set(packetsOf(whole).map(individualOf));
  return {
    family_id: textOf(whole['id']) ?? textOf(own?.['familyId']),
    family_role: isProband ? 'Proband' : roleOf(individualOf(message), proband),
    father_id: father,
    mother_id: mother,
    affected_status: textOf(own?.['affectedStatus']),
    has_complete_trio: String(
      father !== undefined && mother !== undefined && here.has(father) && here.has(mother),
    ),
    consanguineous_parents:
      whole['consanguinousParent'] === undefined ? undefined : String(whole['consanguinousParent'] === true),
  };
}

function roleOf(individual: string | undefined, proband: Message | undefined): string {
  if (individual !== undefined && individual === textOf(proband?.['paternalId'])) return 'Father';
  if (individual !== undefined && individual === textOf(proband?.['maternalId'])) return 'Mother';
  return 'Relative';
}

const packetsOf = ({ proband, relatives }: Message): readonly Message[] =>
  [proband, ...(Array.isArray(relatives) ? relatives : [])].filter(isMessage);

function individualOf({ subject, id }: Message): string | undefined {
  return (isMessage(subject) ? textOf(subject['id']) : undefined) ?? textOf(id);
}

function personsOf({ pedigree }: Message): readonly Message[] {
  const persons = isMessage(pedigree) ? pedigree['persons'] : undefined;
  return Array.isArray(persons) ? persons.filter(isMessage) : [];
}

const personOf = (packet: Message, persons: readonly Message[]): Message | undefined => {
  const individual = individualOf(packet);
  return persons.find((person) => individual !== undefined && textOf(person['individualId']) === individual);
};

/** How many persons of the pedigree have no phenopacket in the family. */
export function personsWithoutPacket(whole: Message): number {
  const here = new Set(packetsOf(whole).map(individualOf));
  return personsOf(whole).filter((person) => !here.has(textOf(person['individualId']))).length;
}
