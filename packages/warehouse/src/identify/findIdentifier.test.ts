import { expect, it } from 'vitest';
import { casesOr } from '../../../engine/src/testing/effort.ts';
import { findIdentifier } from './findIdentifier.ts';
import type { ColumnHolds, IdentifierKind } from './identifierKinds.ts';

/** The same numbers in every run. */
function createChance(seed: number) {
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pick = <Item>(items: readonly Item[]): Item => {
    const item = items[next(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick.');
    return item;
  };
  const digits = (length: number): string => Array.from({ length }, () => next(10)).join('');
  return { next, pick, digits };
}
type Chance = ReturnType<typeof createChance>;

const two = (value: number): string => String(value).padStart(2, '0');
const day = ({ next }: Chance): string => `${1930 + next(90)}-${two(1 + next(12))}-${two(1 + next(28))}`;
const first = ['Anna', 'Peter', 'Maria', 'James', 'Sofia', 'Hans', 'Julia', 'David'];
const last = ['Müller', 'Smith', 'Garcia', 'Jones', 'Fischer', 'Martin', 'Nguyen', 'Rossi'];

/** Columns under a name that says nothing, by their values. */
const byValues: readonly (readonly [IdentifierKind, ColumnHolds, (chance: Chance) => string])[] = [
  ['birthDate', 'date', day],
  ['birthDate', 'text', (chance) => day(chance).split('-').reverse().join('.')],
  ['email', 'text', ({ pick, digits }) => `${pick(first)}.${digits(3)}@clinic.example`],
  ['phone', 'text', ({ digits }) => `+49 30 ${digits(7)}`],
  ['phone', 'text', ({ digits }) => `(0${digits(3)}) ${digits(6)}`],
  ['nationalId', 'text', ({ digits }) => `${digits(3)}-${digits(2)}-${digits(4)}`],
  [
    'postalCode',
    'text',
    ({ digits, pick }) => `${pick(['SW', 'NW', 'EH'])}${digits(1)} ${digits(1)}${pick(['AB', 'XY'])}`,
  ],
  [
    'address',
    'text',
    ({ next, pick }) =>
      `${1 + next(200)} ${pick(['High', 'Church', 'Mill'])} ${pick(['Street', 'Road', 'Lane'])}`,
  ],
  ['address', 'text', ({ next, pick }) => `${pick(['Garten', 'Schul', 'Haupt'])}straße ${1 + next(200)}`],
  ['personName', 'text', ({ pick }) => `${pick(last)}, ${pick(first)}`],
  ['personName', 'text', ({ pick }) => `${pick(first)} ${pick(last)}`],
  ['personName', 'text', ({ pick }) => pick(last)],
  ['recordNumber', 'number', ({ next, digits }) => `${1 + next(9)}${digits(7)}`],
  ['recordNumber', 'text', ({ next, digits }) => `H${1 + next(9)}${digits(6)}`],
  ['network', 'text', ({ digits }) => `https://social.example/u/${digits(5)}`],
  ['freeText', 'text', ({ pick, digits }) => `seen by ${pick(last)} after a fall at home, room ${digits(3)}`],
];

const months = ['JAN', 'FEB', 'MAR', 'MAY', 'OCT', 'DEC'];
const hex = ({ next }: Chance, length: number): string =>
  Array.from({ length }, () => next(16).toString(16)).join('');

/** The same in tables of events, where each person has several rows, and in further spellings. */
const ofEvents: readonly (readonly [IdentifierKind, ColumnHolds, (chance: Chance) => string])[] = [
  ['birthDate', 'date', day],
  ['birthDate', 'text', ({ next }) => `${two(1 + next(28))}.${two(1 + next(12))}.${two(next(100))}`],
  ['birthDate', 'text', ({ next, pick }) => `${two(1 + next(28))}${pick(months)}${1930 + next(90)}`],
  ['recordNumber', 'number', ({ next, digits }) => `${1 + next(9)}${digits(7)}`],
  ['recordNumber', 'text', ({ digits }) => `${digits(2)}-${digits(6)}`],
  ['recordNumber', 'text', ({ next, digits }) => `${1990 + next(30)}/${digits(6)}`],
  ['recordNumber', 'text', ({ digits }) => `AB${digits(2)}-${digits(4)}-X`],
  [
    'recordNumber',
    'text',
    (chance) =>
      `${hex(chance, 8)}-${hex(chance, 4)}-4${hex(chance, 3)}-a${hex(chance, 3)}-${hex(chance, 12)}`,
  ],
  ['nationalId', 'text', ({ next, digits }) => `8703${two(1 + next(28))}-${digits(7)}`],
  ['nationalId', 'text', ({ next, digits }) => `8703${two(1 + next(28))}/${digits(4)}`],
  ['nationalId', 'text', ({ digits }) => `131052A${digits(3)}T`],
  ['postalCode', 'text', ({ pick, digits }) => `${pick(['0', '1', '8', '9'])}${digits(4)}`],
  ['postalCode', 'text', ({ digits }) => `D-${digits(5)}`],
  ['postalCode', 'text', ({ digits }) => `${digits(2)}-${digits(3)}`],
  ['postalCode', 'text', ({ digits, pick }) => `${pick(['sw', 'nw', 'eh'])}${digits(1)} ${digits(1)}ab`],
  ['phone', 'text', ({ digits }) => `+49\u00a030\u00a0${digits(7)}`],
  ['phone', 'text', ({ digits }) => `030\u2013${digits(7)}`],
  ['phone', 'text', ({ digits }) => `0${digits(10)}`],
  ['position', 'text', ({ digits }) => `52.${digits(5)}, 13.${digits(5)}`],
  ['network', 'text', (chance) => `2001:db8::${hex(chance, 4)}:${hex(chance, 4)}`],
  [
    'personName',
    'text',
    ({ pick, digits }) => `seen by Dr ${pick(['Zhao', 'Abebe', 'Okafor'])} ${digits(2)}`,
  ],
  [
    'ownText',
    'text',
    ({ pick }) =>
      `${pick([...'王李张刘陈杨赵黄'])}${pick([...'伟芳娜敏静丽强磊'])}${pick([...'洋艳勇军杰娟'])}`,
  ],
];

const columnOf = (holds: ColumnHolds, values: readonly string[]) => {
  const sample = [...new Set(values)];
  return { table: 'data', isKey: false, holds, sample, distinct: sample.length, filled: values.length };
};
const seed = Number(process.env['ATRIUM_TEST_SEED'] ?? 30);

it('finds identifiers by their values, whatever the column is called (rule 10.27)', () => {
  const chance = createChance(seed);
  for (let round = 0; round < casesOr(20, { inGate: 8 }); round += 1) {
    for (const [kind, holds, make] of byValues) {
      const values = Array.from({ length: 25 + chance.next(300) }, () => make(chance));
      const name = chance.pick(['c1', 'x', 'column_7', 'var3', 'field']);
      expect(findIdentifier({ name, ...columnOf(holds, values) })?.kind, `${values[0]}`).toBe(kind);
    }
  }
});

it('finds them where a person has several rows, and in the spellings of several countries (rule 10.27)', () => {
  const chance = createChance(seed);
  for (let round = 0; round < casesOr(5); round += 1) {
    for (const [kind, holds, make] of ofEvents) {
      const people = Array.from({ length: 60 + chance.next(60) }, () => make(chance));
      const values = people.flatMap((value) => [value, value, ...(chance.next(2) === 0 ? [value] : [])]);
      const column = { ...columnOf(holds, values), table: chance.pick(['visits', 'results', 'enrolment']) };
      expect(findIdentifier({ name: 'c7', ...column })?.kind, `${values[0]}`).toBe(kind);
    }
  }
});

const named: Readonly<Record<string, readonly string[]>> = {
  birthDate: [
    'dob',
    'birth date',
    'date of birth',
    'geburtsdatum',
    'geb dat',
    'fecha nacimiento',
    'date naissance',
    'data di nascita',
    'born',
    'dob dt',
    'd o b',
    'дата рождения',
    'dogum tarihi',
    '出生日期',
    '생년월일',
    'γεννηση',
    'datum rodjenja',
  ],
  personName: [
    'first name',
    'surname',
    'last name',
    'vorname',
    'nachname',
    'prenom',
    'apellido',
    'cognome',
    'achternaam',
    'patient name',
    'initials',
    'name last',
    'фамилия',
    '患者姓名',
    'soyadi',
    'sukunimi',
    'επωνυμο',
    'الاسم',
    'surgeon',
  ],
  recordNumber: [
    'mrn',
    'medical record number',
    'patient number',
    'pat id',
    'patientennummer',
    'hospital no',
    'fallnummer',
    'site mrn',
    'chart #',
    'hospital #',
    '病历号',
  ],
  nationalId: [
    'ssn',
    'nhs number',
    'social security number',
    'versichertennummer',
    'passport no',
    'national id',
  ],
  postalCode: ['zip', 'zip code', 'postcode', 'post code', 'plz', 'postleitzahl', 'code postal'],
  phone: ['phone', 'telephone', 'tel', 'mobile', 'telefon', 'phone number', 'fax'],
  email: ['email', 'e mail', 'email address', 'mail', 'verified email'],
  address: ['address', 'street', 'strasse', 'anschrift', 'direccion', 'city', 'address line 1'],
};
const spellings: readonly ((words: string) => string)[] = [
  (words) => words.replaceAll(' ', '_'),
  (words) => words.replaceAll(' ', '_').toUpperCase(),
  (words) => words.replaceAll(/ (\w)/g, (_, letter: string) => letter.toUpperCase()),
  (words) => words.replaceAll(/(?:^| )(\w)/g, (_, letter: string) => letter.toUpperCase()),
  (words) => words.replaceAll(' ', '-'),
  (words) => `pt_${words.replaceAll(' ', '_')}`,
  (words) => words,
];

it('finds identifiers by their names in every spelling, before a value is there (rule 10.27)', () => {
  for (const [kind, words] of Object.entries(named))
    for (const spell of spellings)
      for (const one of words)
        expect(findIdentifier({ name: spell(one), ...columnOf('text', []) })?.kind, spell(one)).toBe(kind);
});

it('takes the name of a date of birth for true in any format, and long questions where answers differ', () => {
  const kindOf = (name: string, values: readonly string[], title?: string) =>
    findIdentifier({ name, title, ...columnOf('text', values) })?.kind;
  for (const values of [
    ['31847', '28123'],
    ['12MAR1987'],
    ['1987年3月12日'],
    ['12 de marzo de 1987'],
    ['03/1987'],
  ])
    expect(kindOf('dob', values), values[0]).toBe('birthDate');
  expect(kindOf('birth', ['vaginal', 'caesarean'])).toBeUndefined();
  const title = 'Please enter the full name of your child as it is in the passport';
  expect(
    kindOf('q1', ['Zhao Min', 'Abebe Bikila', 'Ngozi Okafor', 'Leif Thorvaldsen', 'Ines Haddad'], title),
  ).toBe('nationalId');
  expect(kindOf('q1', ['yes, both', 'yes, one', 'neither'], title)).toBeUndefined();
});

const innocent: readonly (readonly [string, ColumnHolds, readonly string[]])[] = [
  ['sex', 'text', ['F', 'M']],
  ['age_years', 'number', ['3', '17', '88', '45', '51', '9']],
  ['birth_weight', 'number', ['2950', '3100', '2800']],
  ['year_of_birth', 'number', ['1951', '2002', '1987']],
  ['gestational_age_at_birth', 'number', ['38', '40']],
  ['diagnosis', 'text', ['Aortic stenosis', 'Asthma', 'COPD', 'Aortic stenosis']],
  ['icd10', 'text', Array.from({ length: 60 }, (_, index) => `Q${two(index + 10)}.${index % 9}`)],
  ['hgvs_c', 'text', Array.from({ length: 60 }, (_, index) => `NM_181486.4:c.${index}G>A`)],
  ['gene_symbol', 'text', ['TBX5', 'MYH6', 'NKX2-5']],
  ['race', 'text', ['White', 'Black or African American', 'Asian', 'Other']],
  ['eye_colour', 'text', ['Brown', 'Green', 'Gray', 'Blue', 'Hazel']],
  ['phone_consent', 'text', ['yes', 'no']],
  ['has_email', 'text', ['yes', 'no']],
  ['drug_name', 'text', ['Aspirin', 'Heparin', 'Warfarin', 'Aspirin']],
  ['pos', 'number', Array.from({ length: 60 }, (_, index) => String(7 ** (index % 12) + index))],
  ['weight_kg', 'number', ['61.5', '92', '61.2']],
  [
    'visit_date',
    'date',
    Array.from({ length: 90 }, (_, index) => `${1990 + (index % 30)}-0${1 + (index % 9)}-11`),
  ],
  ['severity', 'text', ['mild', 'severe']],
  ['patient_sex', 'text', ['F', 'M']],
  ['patient_weight', 'number', ['61', '72']],
  ['platelets', 'number', Array.from({ length: 400 }, (_, index) => String(150_000 + 997 * (index % 150)))],
  [
    'condition_concept_id',
    'number',
    Array.from({ length: 200 }, (_, index) => String(4_000_000 + 39_119 * (index % 50))),
  ],
  [
    'blood_pressure',
    'text',
    Array.from({ length: 200 }, (_, index) => `${100 + (index % 60)}/${60 + (index % 31)}`),
  ],
  ['timing', 'text', ['120 ms before', '80 ms after', '40 ms before', '60 ms before', '90 ms after']],
  ['email_status', 'text', ['verified', 'bounced']],
  ['type_of_address', 'text', ['home', 'work']],
  [
    'start',
    'date',
    Array.from({ length: 90 }, (_, index) => `${1990 + (index % 30)}-0${1 + (index % 9)}-11`),
  ],
  ['hpo_id', 'text', Array.from({ length: 60 }, (_, index) => `HP:00${10_000 + 37 * index}`)],
];

it.each(innocent)('leaves what researchers need: %s', (name, holds, values) => {
  expect(findIdentifier({ name, ...columnOf(holds, values) })).toBeNull();
});

it('a key that counts subjects is their pseudonym, and one with numbers of a clinic is not (rule 10.27)', () => {
  const counted = Array.from({ length: 40 }, (_, index) => `P${String(index + 1).padStart(3, '0')}`);
  const clinic = Array.from({ length: 40 }, (_, index) => String(10_000_019 + index * 1_234_577));
  const key = (name: string, values: readonly string[]) =>
    findIdentifier({ name, ...columnOf('text', values), isKey: true });
  expect(key('patient_id', counted)).toBeNull();
  expect(key('subject_id', clinic)).toBeNull();
  expect(key('patient_id', clinic)?.kind).toBe('recordNumber');
  expect(key('mrn', counted)?.kind).toBe('recordNumber');
});
