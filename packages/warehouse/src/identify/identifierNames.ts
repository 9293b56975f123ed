import type { ColumnHolds, IdentifierKind } from './identifierKinds.ts';
import { namesSubjects, plainLetters, wordsOf } from './nameWords.ts';
import { worldNames } from './worldNames.ts';

interface NameRule {
  readonly kind: IdentifierKind;
  /** Parts of a name; `_` stands between words, and `_?` where they may be written together. */
  readonly parts: readonly string[];
  readonly holds: readonly ColumnHolds[];
}

const texts: readonly ColumnHolds[] = ['text'];
const codes: readonly ColumnHolds[] = ['text', 'number'];
const days: readonly ColumnHolds[] = ['text', 'number', 'date'];
const number = '(?:no|nr|num|number|nummer|numero|n)';
const numberOrId = '(?:no|nr|num|number|nummer|numero|id|ids|code|key|ref|identifier)';
const patient = '(?:pat|pt|patient|patienten|paciente|paziente|pasient|patsient)';

/** Words of names in the languages in which tables are sent most; the first rule that fits counts. */
const rules: readonly NameRule[] = [
  {
    kind: 'email',
    holds: texts,
    parts: ['e_?mails?(?:_?addr(?:ess)?)?', 'mail', 'courriel', 'correo(?:_electronico)?', 'e_?post'],
  },
  {
    kind: 'network',
    holds: codes,
    parts: [
      'urls?',
      'web_?sites?',
      'home_?page',
      'web_?page',
      'ip(?:v[46])?',
      'ip_?addr(?:ess)?',
      'mac_?addr(?:ess)?',
      'imei',
    ],
  },
  {
    kind: 'phone',
    holds: codes,
    parts: [
      '(?:tele|cell_?|mobile_?|home_?|work_?|hand)?phone?s?(?:_?(?:no|nr|num|number))?',
      `tel(?:efon|efono|efoon|ephone|efax)?(?:_?${number})?`,
      `(?:tele)?fax(?:_?${number})?`,
      `(?:mobil|mobile|movil|portable|handy|mobiel)(?:_?${number})?`,
      `(?:emergency_)?contact_?(?:${number}|details|info)`,
    ],
  },
  {
    kind: 'postalCode',
    holds: codes,
    parts: [
      'zips?',
      'zip_?(?:code|plus_?4)s?',
      'plz',
      'postleitzahl',
      'post_?codes?',
      'postal(?:_?codes?)?',
      'code_?postal',
      'codigo_?postal',
      'cod_?postal',
      'postn(?:r|ummer)',
      'eir_?code',
      'pin_?code',
      'cep',
    ],
  },
  {
    kind: 'nationalId',
    holds: codes,
    parts: [
      `ssn(?:_?${numberOrId})?`,
      `social_?sec(?:urity)?(?:_?${number})?`,
      `nhs(?:_?${numberOrId})?`,
      `chi_?${number}`,
      'bsn',
      `cpr_?${number}`,
      'nino',
      `national_?(?:insurance_?)?${numberOrId}`,
      `insur(?:ance|ee|ed)_?(?:policy_?)?${numberOrId}`,
      `policy_?${number}`,
      `(?:kranken|renten|sozial)?_?versicher(?:ten|ungs)?_?n(?:r|ummer)`,
      'kvnr',
      'svn(?:r|ummer)?',
      `sv_?${number}`,
      'ahv(?:_?n(?:r|ummer))?',
      `steuer_?(?:id|${number})`,
      `tax_?${numberOrId}`,
      'nir',
      `(?:num_?)?secu(?:rite)?_?(?:sociale?)?`,
      'dni',
      'curp',
      'cpf',
      'aadhaa?r',
      'pesel',
      `person_?n(?:r|umme?r)`,
      'fodselsn(?:r|ummer)',
      'hetu',
      'henkilotunnus',
      'codice_?fiscale',
      'rodne_?cislo',
      `pass_?port(?:_?${numberOrId})?`,
      `reisepass(?:_?${number})?`,
      `ausweis(?:_?${number})?`,
      `(?:driv(?:er|ers|ing)_?)?licen[cs]e_?(?:${numberOrId}|plate)`,
      'number_?plate',
      `medic(?:are|aid)(?:_?${numberOrId})?`,
      'hcn',
      'ohip',
      `health_?card(?:_?${numberOrId})?`,
      `id_?card(?:_?${number})?`,
      `identity_?(?:card_?)?${number}`,
      `member_?${number}`,
      `(?:beneficiary|subscriber)_?${numberOrId}`,
    ],
  },
  {
    kind: 'recordNumber',
    holds: codes,
    parts: [
      `mrns?(?:_?${numberOrId})?`,
      `(?:e?m|med|medical|health|clinical)_?rec(?:ord)?s?(?:_?${numberOrId})?`,
      `hosp(?:ital)?_?${number}`,
      `chart_?${numberOrId}`,
      `rec(?:ord)?_?${number}`,
      `${patient}_?${numberOrId}`,
      'p_?id',
      'person_?source_?value',
      `person_?${number}`,
      `fall_?(?:n(?:r|ummer)|id)`,
      `aufnahme_?n(?:r|ummer)`,
      `akten_?(?:zeichen|n(?:r|ummer))`,
      `case_?${number}`,
      `acc(?:oun)?t_?${number}`,
      `admission_?${number}`,
      'nhc',
      '(?:numero_?)?historia_?clinica',
      'ipp',
      `(?:num(?:ero)?_?)?dossier(?:_?${number})?`,
      `cartella_?clinica`,
      `serial_?${number}`,
      'journaln(?:r|ummer)',
    ],
  },
  {
    kind: 'birthDate',
    holds: days,
    parts: [
      'do_?b(?:_?(?:dt|date|day|te?xt|str))?',
      'date_?(?:of_?)?birth',
      'birth_?(?:date|dt|day|date_?time|datum)',
      'b_?date',
      'dt_?(?:of_?)?birth',
      'birth',
      'born(?:_?(?:on|date))?',
      '(?:day|month)_?of_?birth',
      'birth_?month',
      'geburts_?monat',
      'geb(?:urts?)?_?(?:dat|datum|dt|tag)',
      'geb',
      'geboren(?:_?am)?',
      '(?:fecha_?(?:de_?)?)?nac(?:imiento)?',
      'f_?nac',
      'fec_?nac',
      '(?:date_?(?:de_?)?)?naiss(?:ance)?',
      'ddn',
      '(?:data_?(?:di_?)?)?nascita',
      '(?:data_?(?:de_?)?|dt_?)?nasc(?:imento)?',
      'geboorte_?datum',
      'fodsels?_?(?:dato|dag)',
      'fodelse_?(?:datum|dag)',
      'fodt',
      'data_?urodzenia',
      'datum_?narozeni',
      'syntyma_?aika',
    ],
  },
  {
    kind: 'deathDate',
    holds: days,
    parts: [
      'do_?d',
      'date_?(?:of_?)?(?:death|dying)',
      'death_?(?:date|dt|day|date_?time)',
      'died_?on',
      '(?:sterbe|todes)_?(?:datum|tag)',
      '(?:ver|ge)storben_?am',
      'fecha_?(?:de_?)?(?:defuncion|muerte)',
      'date_?(?:de_?)?deces',
      'overlijdens_?datum',
      'data_?(?:di_?)?morte',
    ],
  },
  {
    kind: 'personName',
    holds: texts,
    parts: [
      '(?:first|last|given|sur|middle|maiden|full|birth|legal|preferred|nick|christian|family|fore|second)_?(?:names?|nm)',
      '(?:pt_?|pat_?|p_?)?[flm]_?name',
      'vor_?namen?',
      'nach_?namen?',
      'familien_?namen?',
      'zu_?name',
      'geburts_?name',
      'ruf_?name',
      'prenoms?',
      'nom(?:_?(?:de_?)?(?:famille|naissance|usuel|jeune_?fille))?',
      'nombres?',
      'apellidos?(?:_?\\d)?',
      'cognome',
      'nome',
      'sobrenome',
      'voor_?naam',
      'achter_?naam',
      'roep_?naam',
      '(?:for|efter|etter|mellem|mellom)_?nav?[mn]n?',
      'imie',
      'nazwisko',
      'jmeno',
      'prijmeni',
      'names?_?(?:first|last|full|given|family|sur|middle|maiden)',
      'initials?',
      'initialen',
      'initiales',
      'next_?of_?kin(?:_?name)?',
      '(?:surgeon|physician|doctor|clinician|consultant|operateur|chirurg|haus_?arzt)(?=_$)',
      `(?:${patient}|subject|participant|person|proband|child|kind|mother|father|mutter|vater|parent|guardian|contact|doctor|physician|arzt|surgeon|operator|nurse|clinician|gp|spouse|sibling|donor|client|respondent|resident)s?_?(?:full_?)?(?:names?|naam|nom|nombre)`,
    ],
  },
  {
    kind: 'address',
    holds: texts,
    parts: [
      'addr(?:ess)?(?:es)?(?:_?line)?(?:_?\\d)?',
      'street(?:_?(?:name|no|number))?',
      'stra(?:ss|s)e?',
      'house_?(?:no|nr|number)',
      'haus_?n(?:r|ummer)',
      'anschrift',
      'adress?en?',
      'direccion',
      'domicil(?:io|e)?',
      'indirizzo',
      'endereco',
      'morada',
      'wohn_?ort',
      'city',
      'town',
      'village',
      'stadt',
      'ville',
      'ciudad',
      'citta',
      'cidade',
      'municipality',
      'municipio',
      'gemeinde',
      'commune',
      'county',
      'suburb',
      'neighbou?rhood',
      'place_?of_?(?:birth|residence)',
      'birth_?place',
      'geburts_?ort',
      'lieu_?(?:de_?)?naissance',
      'residence',
    ],
  },
  {
    kind: 'position',
    holds: codes,
    parts: [
      'gps(?:_?\\w+)?',
      'latitude',
      'longitude',
      'geo_?(?:code|location|coordinates?)',
      'census_?(?:tract|block)',
    ],
  },
  { kind: 'position', holds: ['number'], parts: ['lat', 'lon', 'lng'] },
  {
    kind: 'freeText',
    holds: texts,
    parts: [
      'notes?',
      'comments?',
      'remarks?',
      'narratives?',
      'free_?texts?',
      'bemerkung(?:en)?',
      'kommentare?',
      'anmerkung(?:en)?',
      'notiz(?:en)?',
      'arzt_?brief',
      'befund_?text',
      'observaciones',
      'comentarios?',
      'remarques?',
      'commentaires?',
      'opmerking(?:en)?',
      'osservazioni',
      '(?:discharge_?)?letter',
      'report_?text',
    ],
  },
];

const compiled = rules.map(({ kind, parts, holds }) => {
  const all = plainLetters([...parts, ...(worldNames[kind] ?? [])].join('|'));
  return { kind, holds, pattern: new RegExp(`_(?:${all})\\d*_`, 'u') };
});

/** What a column is about is not what it says: the weight at birth, the year of it. */
const birthAspects =
  /_(?:years?|yob|jahr|annee|anno|ano|weight|gewicht|length|laenge|order|rank|defects?|complications?|mode|outcome|term|gest(?:ation(?:al)?)?|head|apgar|age|alter|score)_/u;
/** Whether there is a telephone, and of what kind: the last word of a name, or the one before `of`, is what it says. */
const aspects =
  /_(?:years?|yob|jahr|annee|anno|ano|order|rank|country|land|type|mode|outcome|term|status|flag|counts?|consent|verified|available|known|valid|missing|complete|permission|allowed|ok|preferred_?contact|method|category|cohort|site|age|alter|score)\d*_(?:$|(?:of|at|in|von|der|de)_)/u;
const isOfBirth: ReadonlySet<IdentifierKind> = new Set(['birthDate', 'deathDate', 'recordNumber']);
const isAspect = (kind: IdentifierKind, text: string): boolean =>
  aspects.test(text) || (isOfBirth.has(kind) && birthAspects.test(text));

/** `Patient birthDate` as `_patient_birth_date_`, and `D.O.B.` as `_dob_`. */
export const spelled = (name: string): string => {
  const parted = plainLetters(name)
    .replaceAll('#', ' number ')
    .replaceAll(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1 $2');
  return withJoinedLetters(`_${wordsOf(parted).join('_')}_`);
};
const withJoinedLetters = (text: string): string =>
  text.replaceAll(/(?<=_)(?:\p{L}_){3,}/gu, (letters) => `${letters.replaceAll('_', '')}_`);

/** As `spelled`, with words parted only where there is something between them: `DOBdt` as `_dobdt_`. */
const inOneWord = (name: string): string => spelled(name.toLowerCase());

const isBarePatient = /^_(?:pat|patient|paciente|paziente)_$/u;
const isBareName = (text: string): boolean => /^_(?:names?|naam|navn|namn|nimi|jmeno)\d*_$/u.test(text);
/** Tables without a subject of their own are taken for tables of people. */
const generalTable =
  /^_(?:data(?:set)?|sheet\d*|table\d*|export|records?|people|all|main|demographics?|master|list|cohort|registry|contacts?|families|family|relatives?|parents?|members?|enrol\w*|personen|stammdaten)_$/u;
const isOfPeople = (table: string): boolean => namesSubjects(table) || generalTable.test(spelled(table));

/** The kinds of identifiers of which a column's name speaks, the likeliest first. */
export function kindsOfName(
  name: string,
  { table, holds }: { readonly table: string; readonly holds: ColumnHolds },
): readonly IdentifierKind[] {
  const text = spelled(name);
  const isName = holds === 'text' && isBareName(text) && isOfPeople(table);
  const texts = [text, inOneWord(name)];
  const found = compiled
    .filter(
      ({ kind, holds: those, pattern }) =>
        those.includes(holds) && texts.some((one) => pattern.test(one) && !isAspect(kind, one)),
    )
    .map(({ kind }) => kind);
  if (isName) return [...found, 'personName'];
  return holds !== 'date' && isBarePatient.test(text) ? [...found, 'recordNumber'] : found;
}
