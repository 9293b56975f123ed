import { join } from 'node:path';
import type { PackageField } from '@atrium/contract/documents/dataPackage';
import type { DuckDBConnection } from '@duckdb/node-api';
import { PackageRefused } from '../../package/packageErrors.ts';
import { literal, quoted } from '../../sql/quoted.ts';
import type { ConversionJob, Importer } from '../conversion.ts';
import { ontologyPart } from '../ontologyPart.ts';
import type { TableShape } from '../packageWriter.ts';
import { type CdmColumn, type CdmTable, eventTables, personTable } from './cdmTables.ts';
import { asRefusal, openSource, type SourceTable, tableNameOf } from './sourceTables.ts';
import { termsOf } from './usedTerms.ts';

const root = 'person';
const key = 'person_id';
const ontology = 'omop';

interface Cdm {
  readonly job: ConversionJob;
  readonly connection: DuckDBConnection;
  /** Whether concepts have names. */
  readonly hasConcepts: boolean;
}

/**
 * Writes the tables of the OMOP common data model that a preset knows, each by one statement of the database, and the
 * concepts that they use as an ontology (rule 10.24).
 */
export const convertOmop: Importer = async (job) => {
  const { tally, options } = job;
  const tables = await findTables(job);
  const person = tables.get(root);
  if (person === undefined)
    throw new PackageRefused(['No file is the table "person" of the OMOP common data model.']);
  const connection = await job.connect();
  const open = async (name: string): Promise<SourceTable | null> => {
    const file = tables.get(name);
    return file === undefined ? null : await openSource(file, job, connection);
  };
  const concept = await open('concept');
  await stageConcepts(connection, concept);
  await connection.run('CREATE TEMP TABLE used (concept_id VARCHAR)');
  const cdm = { job, connection, hasConcepts: concept !== null };
  for (const table of [personTable, ...eventTables]) {
    job.signal?.throwIfAborted();
    const source = await open(table.name);
    if (source === null) continue;
    job.onProgress(`writing ${table.name}`, null);
    await writeTable(table, source, cdm);
  }
  const terms = concept === null ? [] : await termsOf(connection, await open('concept_ancestor'));
  if (concept === null)
    tally.note('There is no table "concept", so that concepts have numbers and no names.');
  tally.note('The concept 0 stands for no concept and has become a missing value.');
  return {
    parts: {
      name: options.name ?? 'omop',
      title: options.title ?? 'OMOP',
      atrium: {
        root,
        categories: [
          { id: 'person', title: 'Person' },
          ...eventTables
            .filter(({ name }) => tables.has(name))
            .map(({ name, title }) => ({ id: name, title })),
        ],
        ...(terms.length === 0
          ? {}
          : {
              ontologies: [await ontologyPart({ id: ontology, title: 'OMOP concepts', terms }, job.writer)],
            }),
      },
      defaultColumns: [key, 'gender_concept_name', 'year_of_birth'],
    },
  };
};

const helping = ['concept', 'concept_ancestor'];

async function findTables({ files, tally }: ConversionJob) {
  const known = new Set([personTable, ...eventTables].map(({ name }) => name).concat(helping));
  const found = new Map<string, (typeof files)[number]>();
  for (const file of files) {
    const name = tableNameOf(file);
    const other = name === null ? undefined : found.get(name);
    if (other !== undefined)
      throw new PackageRefused([`${file.path} and ${other.path} are both the table "${name}".`]);
    if (name !== null && known.has(name)) found.set(name, file);
    else tally.ignored('files', `${file.path} is none of the tables that the preset knows`);
  }
  return found;
}

async function stageConcepts(connection: DuckDBConnection, concept: SourceTable | null): Promise<void> {
  const select =
    concept === null
      ? `SELECT NULL::VARCHAR AS concept_id, NULL::VARCHAR AS concept_name WHERE false`
      : `SELECT CAST(concept_id AS VARCHAR) AS concept_id, any_value(CAST(concept_name AS VARCHAR)) AS concept_name
         FROM ${concept.from} GROUP BY 1`;
  await connection.run(`CREATE TEMP TABLE named AS ${select}`).catch((error: unknown) => {
    throw asRefusal(concept?.path ?? 'concept', error);
  });
}

/** A column of a table that is written: its field, and the expression of its cells. */
interface WrittenColumn {
  readonly field: PackageField;
  readonly cell: string;
}

async function writeTable(table: CdmTable, source: SourceTable, cdm: Cdm): Promise<void> {
  const { job, connection } = cdm;
  const { tally, writer } = job;
  const columns = columnsOf(table, source, cdm.hasConcepts);
  if (!columns.some(({ field }) => field.name === key))
    throw new PackageRefused([`${source.path}: ${key}: there is no such column`]);
  const path = `${table.name}.parquet`;
  const target = join(writer.folder, path);
  const joins = labelsOf(table, source).map(
    ({ name }) =>
      `LEFT JOIN named AS ${quoted(`of_${name}`)} ON ${quoted(`of_${name}`)}.concept_id = ${cellOf(source, name)}`,
  );
  const select = columns.map(({ field, cell }) => `${cell} AS ${quoted(field.name)}`).join(', ');
  try {
    await connection.run(
      `COPY (SELECT ${select} FROM ${source.from} AS source ${joins.join(' ')}) TO ${literal(target)} (FORMAT parquet, COMPRESSION zstd)`,
    );
  } catch (error) {
    throw asRefusal(source.path, error);
  }
  const thing = `rows of ${table.name}`;
  tally.read(thing, source.rows);
  tally.goesTo(thing, table.name);
  writer.add({ shape: shapeOf(table, columns), path, ...(await lookAgain(target, columns, connection)) });
  for (const { name } of codesOf(table, source))
    await connection.run(
      `INSERT INTO used SELECT DISTINCT ${quoted(name)} FROM read_parquet(${literal(target)}) WHERE ${quoted(name)} IS NOT NULL`,
    );
}

const isThere = ({ columns }: SourceTable, name: string): boolean =>
  columns.some((column) => column.toLowerCase() === name);

/** Names of columns are written in any case. */
const sourceName = ({ columns }: SourceTable, name: string): string =>
  columns.find((column) => column.toLowerCase() === name) ?? name;

/** The text of a column; of a concept, no text where it is 0. */
function cellOf(source: SourceTable, name: string): string {
  const cell = `nullif(trim(CAST(source.${quoted(sourceName(source, name))} AS VARCHAR)), '')`;
  return name.endsWith('_concept_id') ? `nullif(${cell}, '0')` : cell;
}

const labelsOf = ({ columns }: CdmTable, source: SourceTable) =>
  columns.filter(({ kind, name }) => kind === 'label' && isThere(source, name));
const codesOf = ({ columns }: CdmTable, source: SourceTable) =>
  columns.filter(({ kind, name }) => kind === 'code' && isThere(source, name));

function columnsOf(table: CdmTable, source: SourceTable, hasConcepts: boolean): readonly WrittenColumn[] {
  const known = table.columns.filter(({ name }) => isThere(source, name));
  const shown = known.map((column) => writtenColumn(column, { table, source, hasConcepts }));
  const taken = new Set(shown.map(({ field }) => field.name));
  const others = source.columns
    .map((name) => name.toLowerCase())
    .filter((name) => !taken.has(name))
    .map((name) => ({
      field: { name, type: 'string', atrium: { publish: false } },
      cell: cellOf(source, name),
    }));
  return [...shown, ...others];
}

interface ColumnContext {
  readonly table: CdmTable;
  readonly source: SourceTable;
  readonly hasConcepts: boolean;
}

function writtenColumn(column: CdmColumn, { table, source, hasConcepts }: ColumnContext): WrittenColumn {
  const { name, title } = column;
  const category = table.name;
  const cell = cellOf(source, name);
  switch (column.kind) {
    case 'field': {
      const { atrium, ...properties } = column.field;
      const constraints = name === table.key ? { constraints: { required: true, unique: true } } : {};
      return { field: { name, title, ...properties, ...constraints, atrium: { category, ...atrium } }, cell };
    }
    case 'code': {
      const coded = { type: 'ontology', ontology } as const;
      return {
        field: {
          name,
          title,
          type: 'string',
          atrium: { category, ...(hasConcepts ? coded : { type: 'category' }) },
        },
        cell,
      };
    }
    case 'label': {
      const { orElse } = column;
      const texts = [
        `${quoted(`of_${name}`)}.concept_name`,
        ...(orElse !== undefined && isThere(source, orElse) ? [cellOf(source, orElse)] : []),
        cell,
      ];
      const labelName = name.replace(/_id$/, '_name');
      return {
        field: { name: labelName, title, type: 'string', atrium: { type: 'category', category } },
        cell: `coalesce(${texts.join(', ')})`,
      };
    }
  }
}

function shapeOf(table: CdmTable, columns: readonly WrittenColumn[]): TableShape {
  const { name, title, titlePlural, event } = table;
  return {
    name,
    title,
    titlePlural,
    fields: columns.map(({ field }) =>
      field.name === key && table !== personTable
        ? { name: key, type: 'string', atrium: { publish: false } }
        : field,
    ),
    ...(table === personTable ? { primaryKey: [key] } : { toRoot: { field: key, root, key } }),
    event,
  };
}

/** Rows and columns with values of the file that was written. */
async function lookAgain(file: string, columns: readonly WrittenColumn[], connection: DuckDBConnection) {
  const counts = columns.map(({ field }) => `count(${quoted(field.name)})`).join(', ');
  const result = await connection.runAndReadAll(
    `SELECT count(*), ${counts} FROM read_parquet(${literal(file)})`,
  );
  const [rows = 0, ...filled] = (result.getRows()[0] ?? []).map(Number);
  return {
    rows,
    filled: new Set(columns.filter((_, index) => (filled[index] ?? 0) > 0).map(({ field }) => field.name)),
  };
}
