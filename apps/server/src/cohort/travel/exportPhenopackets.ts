import {
  always,
  type Concept,
  cellKey,
  compileTermsNamed,
  groupOf,
  type OneSubject,
  someSubjects,
  type TableRow,
  toQuery,
  withRowsOf,
} from '@atrium/engine';
import type { Member, Volumes } from '../../access/index.ts';
import { type DefinitionDeps, recordQuestion } from '../../definition/index.ts';
import { type Download, disclosed } from '../../http/index.ts';
import { countOf, issueCohortReceipt, type OpenCohort, requirePlan } from '../cohortKind.ts';
import { requireIds } from '../explainSubject.ts';
import { recordedCohort } from '../recordedQuery.ts';
import { recordTable, stackedTable } from '../subjectRecords.ts';
import { metaDataOf, onsetOf, type Phenopacket, sexOf, vocabularyOf } from './phenopacket.ts';
import {
  isSilent,
  packetColumns,
  type TermColumns,
  type Vocabulary,
  vocabularies,
} from './phenopacketColumns.ts';
import { requireSound, type Taken } from './takeAlong.ts';

export type PhenopacketDeps = DefinitionDeps & { readonly volumes: Volumes };

/** So many subjects are asked for at once. */
const pageOfSubjects = 200;
const pageOfRows = 3000;

/** Each subject of a cohort as a phenopacket, in one Cohort message (rule 3.35). Begin and end of what leaves are recorded. */
export async function exportPhenopackets(deps: PhenopacketDeps, member: Member, { cohort, fileName }: Taken) {
  requireSound(cohort);
  requireIds(cohort);
  const { release, snapshot } = cohort;
  const plan = requirePlan(cohort, deps);
  const meter = await deps.volumes.open(member);
  if (meter.limitsRows) {
    const [row] = await deps.questions.ask(countOf(plan, release), release);
    meter.requireRoom(Number(row?.['count'] ?? 0));
  }
  const recorded = recordedCohort(cohort);
  const counted = { release, plan, definition: recorded.definition, threshold: null };
  const cohortReceipt = await issueCohortReceipt(deps, member, counted);
  const line = <Action extends 'export_begin' | 'export_rows'>(action: Action, more: object = {}) => ({
    action,
    detail: {
      release: release.release,
      snapshot: snapshot.snapshotId,
      format: 'phenopackets',
      cohortReceipt,
      ...more,
    },
    recordedQuery: { cohort: recorded },
  });
  const download: Download = {
    fileName: `${fileName}.phenopackets.json`,
    receipts: { cohortReceipt },
    body: (signal) => cohortMessage({ deps, cohort, signal }, cohortReceipt),
    sending: {
      requireRoom: meter.limitsRows ? meter.requireRoom : undefined,
      count: meter.isCounting ? meter.add : undefined,
      end: (sent) => recordQuestion(deps, member, line('export_rows', sent)),
    },
  };
  return disclosed(download, [line('export_begin')]);
}

interface Asked {
  readonly deps: DefinitionDeps;
  readonly cohort: OpenCohort;
  readonly signal: AbortSignal;
}

const bytesOf = (text: string): Uint8Array => Buffer.from(text);

/** The message as parts of a file; the rows are the subject and the records that it shows. */
async function* cohortMessage(asked: Asked, receipt: string) {
  const { cohort, deps } = asked;
  const made = deps.clock();
  const { dictionary } = cohort.release.lookup;
  const versions = new Map(
    dictionary.ontologies.flatMap(({ id, version }) =>
      vocabularies
        .filter((one) => version !== null && one.id === id.toLowerCase())
        .map(({ prefix }) => [prefix, version ?? ''] as const),
    ),
  );
  const meta = (used: readonly Vocabulary[]): object =>
    metaDataOf({ made, software: 'Atrium', used, versions });
  const head = { id: receipt, description: recordedCohort(cohort).description };
  const everyVocabulary = new Set<Vocabulary>();
  yield `${JSON.stringify(head).slice(0, -1)},"members":[`;
  let isFirst = true;
  for await (const { packet, used, records } of packetsOf(asked)) {
    for (const one of used) everyVocabulary.add(one);
    const text = JSON.stringify({ ...packet, metaData: meta([...used]) });
    yield { bytes: bytesOf(`${isFirst ? '' : ','}\n${text}`), rows: records };
    isFirst = false;
  }
  yield `],"metaData":${JSON.stringify(meta([...everyVocabulary]))}}\n`;
}

async function* packetsOf(asked: Asked) {
  const { cohort, deps, signal } = asked;
  const { release } = cohort;
  const { sex, terms } = packetColumns(release);
  const plan = groupOf(requirePlan(cohort, deps));
  const table = stackedTable([requireIds(cohort), ...(sex === null ? [] : [sex])], release);
  const codes = new Map<string, string | null>();
  for (let offset = 0; ; offset += pageOfSubjects) {
    const window = { limit: pageOfSubjects, offset };
    const rows = await deps.questions.ask({ kind: 'page', table, plan, window }, release, { signal });
    const packets = new Map(rows.map((row) => [String(row[cellKey(0)]), startedPacket(row)]));
    const some = someSubjects([...packets.keys()], release.lookup);
    for (const columns of terms.filter((one) => !isSilent(one)))
      await addTerms(asked, { columns, some, packets, codes });
    for (const started of packets.values()) yield started;
    if (rows.length < pageOfSubjects) return;
  }
}

interface Started {
  readonly packet: Omit<Phenopacket, 'metaData'>;
  readonly used: Set<Vocabulary>;
  records: number;
}

function startedPacket(row: TableRow): Started {
  const id = String(row[cellKey(0)]);
  const subject = { id, sex: sexOf(row[cellKey(1)]) };
  return { packet: { id, subject, phenotypicFeatures: [], diseases: [] }, used: new Set(), records: 1 };
}

interface AddedTerms {
  readonly columns: TermColumns;
  readonly some: OneSubject;
  readonly packets: ReadonlyMap<string, Started>;
  readonly codes: Map<string, string | null>;
}

/** Adds the terms of one collection to the packets of some subjects. */
async function addTerms(asked: Asked, given: AddedTerms): Promise<void> {
  const { cohort, deps, signal } = asked;
  const { release } = cohort;
  const { collection, term, polarity, start } = given.columns;
  const optional = [polarity, start].filter((one) => one !== null);
  const table = recordTable([requireIds(cohort), term, ...optional], release);
  const count = { operator: 'at least', value: 1 } as const;
  const plan = withRowsOf(given.some, { entryId: '', collection, condition: always, count });
  const cellOf = (row: TableRow, concept: Concept | null) =>
    concept === null ? null : (row[cellKey(2 + optional.indexOf(concept))] ?? null);
  const absent = polarity === null ? [] : (collection.polarity?.absent ?? []);
  for (let offset = 0; ; offset += pageOfRows) {
    const window = { limit: pageOfRows, offset };
    const rows = await deps.questions.ask({ kind: 'page', table, plan, window }, release, { signal });
    await learnCodes(asked, { term, rows, codes: given.codes });
    for (const row of rows)
      addTerm(given, {
        row,
        isAbsent: absent.some((value) => value === cellOf(row, polarity)),
        onset: onsetOf(cellOf(row, start), start, release),
      });
    if (rows.length < pageOfRows) return;
  }
}

interface FoundTerm {
  readonly row: TableRow;
  readonly isAbsent: boolean;
  readonly onset: object | null;
}

/** A record whose term is of a vocabulary that a phenopacket holds; a code outside the ontology is no term. */
function addTerm({ columns, packets, codes }: AddedTerms, { row, isAbsent, onset }: FoundTerm): void {
  const label = String(row[cellKey(1)] ?? '');
  const code = codes.get(`${columns.term.id} ${label}`) ?? '';
  const vocabulary = vocabularyOf(code);
  const started = packets.get(String(row[cellKey(0)]));
  if (vocabulary === undefined || started === undefined) return;
  const shown = { id: code, label };
  started.packet[vocabulary.goesTo].push({
    ...(vocabulary.goesTo === 'diseases' ? { term: shown } : { type: shown }),
    ...(isAbsent ? { excluded: true } : {}),
    ...(onset === null ? {} : { onset }),
  });
  started.used.add(vocabulary);
  started.records += 1;
}

interface Labelled {
  readonly term: TermColumns['term'];
  readonly rows: readonly TableRow[];
  readonly codes: Map<string, string | null>;
}

/** Looks up the codes of the labels that rows show; a label of several terms has none. */
async function learnCodes({ cohort, deps, signal }: Asked, { term, rows, codes }: Labelled): Promise<void> {
  const keyOf = (label: string): string => `${term.id} ${label}`;
  const labels = [...new Set(rows.map((row) => row[cellKey(1)]))].flatMap((label) =>
    typeof label === 'string' && !codes.has(keyOf(label)) ? [label] : [],
  );
  if (labels.length === 0) return;
  const query = compileTermsNamed(term, labels, cohort.release);
  for (const { code, label } of await deps.questions.run(toQuery(query), { signal })) {
    const key = keyOf(String(label));
    codes.set(key, codes.has(key) ? null : String(code));
  }
}
