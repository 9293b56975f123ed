import type { InlineOntology } from '@atrium/contract/documents/dataPackage';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { ExportDictionary, PackagedFormat } from '@atrium/contract/wire/exportDictionary';
import {
  type Concept,
  dictionaryFields,
  type ExportColumn,
  exportColumns,
  type ReleaseSql,
} from '@atrium/engine';
import type { Member } from '../../access/index.ts';
import { citedSource, doiAddress, releaseName } from '../../catalogue/index.ts';
import { everyone, requirePlan } from '../../cohort/index.ts';
import type { DefinitionDeps } from '../../definition/index.ts';
import { disclosed } from '../../http/index.ts';
import { issueTableReceipts, recordedTable, type TableSource } from '../tableKind.ts';
import { queryVocabulary } from './queryVocabulary.ts';

export interface DictionaryRequest {
  readonly source: TableSource;
  readonly format: PackagedFormat;
  readonly signal: AbortSignal;
}

/** The columns that the exports of a table have, as the data package of a file, with the values of categories. */
export async function queryDictionary(
  deps: DefinitionDeps,
  member: Member,
  { source: from, format, signal }: DictionaryRequest,
) {
  const open = await from.open();
  const { table, cohort } = open;
  const { release, definition } = cohort;
  const columns = exportColumns(table, { lookup: release.lookup, cohort: definition });
  const categories = await readValues(deps, { columns, release, signal });
  const plan = cohort.checked.kind === 'broken' ? null : requirePlan(cohort, deps);
  const { codes, ontologies } = await queryVocabulary(deps, { columns, release, plan, signal });
  const receipts = plan === null ? {} : await issueTableReceipts(deps, member, open, plan);
  const line = {
    action: 'export_dictionary' as const,
    detail: { release: release.release, columns: columns.length, ...receipts, ...from.detail },
    recordedQuery: { table: recordedTable(open).table },
  };
  const source = await readSource(deps, member, release);
  const time = deps.clock().toISOString();
  const rows = rowsOf(columns, release);
  const dictionary: ExportDictionary = {
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: `${source.dataset.slice(0, maxName - resultsName.length - 1)}_${resultsName}`,
    title: source.title,
    created: time,
    resources: [
      {
        name: resultsName,
        path: `results_export.${format}`,
        format,
        ...(format === 'csv' ? { encoding: 'utf-8' } : {}),
        schema: {
          fields: [...dictionaryFields(columns, { categories, codes })],
          ...(rows.key === null ? {} : { primaryKey: rows.key }),
          missingValues: [''],
        },
        ...(format === 'csv' ? { atrium: { formulaPrefix: "'" } } : {}),
      },
    ],
    ...aboutPackage(ontologies, rows),
    sources: [{ ...source, time, ...receipts }],
  };
  return disclosed(dictionary, [line]);
}

const resultsName = 'results';
/** Of a dataset's id (rule 9.8). */
const maxName = 60;

interface ExportedRows {
  /** Whether each is a subject. */
  readonly areSubjects: boolean;
  /** The column that identifies each, as the subject's id does where each is a subject. */
  readonly key: string | null;
}

function rowsOf(columns: readonly ExportColumn[], { lookup }: ReleaseSql): ExportedRows {
  const stacked = columns.filter(({ column }) => column.kind === 'stacked');
  const areSubjects = stacked.every(
    ({ column: { subject }, file: { type } }) =>
      subject.concept.collectionId === lookup.root.id && (!subject.concept.isMultiple || type.isList),
  );
  const id = stacked.find(({ column }) => column.subject.concept.id === lookup.subjectId?.id);
  return { areSubjects, key: areSubjects && id !== undefined ? id.file.name : null };
}

/** Subjects without a key must be said to be subjects, or the import refuses them (rule 10.29). */
function aboutPackage(
  ontologies: readonly InlineOntology[],
  { areSubjects, key }: ExportedRows,
): Pick<ExportDictionary, 'atrium'> {
  const atrium = {
    ...(areSubjects && key === null ? { root: resultsName } : {}),
    ...(ontologies.length === 0 ? {} : { ontologies: [...ontologies] }),
  };
  return Object.keys(atrium).length === 0 ? {} : { atrium };
}

/** A longer list does not help a reader, and half of one would be wrong, so it is left out. */
const maxValues = 1000;

/** The values of each category: the declared ones in their order, then the others in the data. */
async function readValues(
  { questions }: DefinitionDeps,
  {
    columns,
    release,
    signal,
  }: { columns: readonly ExportColumn[]; release: ReleaseSql; signal: AbortSignal },
): Promise<ReadonlyMap<string, readonly string[]>> {
  const categories = new Map<string, Concept>(
    columns.flatMap(({ column: { subject }, file: { type } }) =>
      subject.concept.type === 'category' && type.isOwn && !type.isList
        ? [[subject.concept.id, subject.concept] as const]
        : [],
    ),
  );
  const population = { plan: everyone, prefilter: null };
  const values = new Map<string, readonly string[]>();
  for (const [id, concept] of categories) {
    const rows = await questions.ask({ kind: 'choices', concept, population }, release, { signal });
    const present = rows.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
    const all = [...new Set([...concept.declaredValues, ...present.sort()])];
    if (all.length <= maxValues) values.set(id, all);
  }
  return values;
}

/** The dataset that the rows come from; the release is the one of the columns. */
async function readSource({ db }: DefinitionDeps, member: Member, { release }: ReleaseSql) {
  const rows = await db
    .selectFrom('dataset')
    .innerJoin('release', 'release.dataset_id', 'dataset.id')
    .select([
      'dataset.name',
      'dataset.unique_id',
      'dataset.settings',
      'release.id',
      'release.package_version',
    ])
    .where('dataset.id', '=', member.datasetId)
    .execute();
  const row = rows.find(({ id }) => releaseName(id) === release);
  if (row === undefined) throw new PortalError('not_ready', 'This dataset has no data yet.');
  const { doi } = citedSource(row.settings, release);
  return {
    title: row.name,
    dataset: row.unique_id,
    release,
    ...(doi === null ? {} : { path: doiAddress(doi) }),
    ...(row.package_version === null ? {} : { version: row.package_version }),
  };
}
