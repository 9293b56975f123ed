import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { CodeList, Methods } from '@atrium/contract/wire/methods';
import { type Concept, compileCodeList, purposeWords, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { type Definitions, openDefinitions, presentAnalysis } from '../analysis/index.ts';
import {
  bibtexEntry,
  type Cited,
  citationItem,
  citedSource,
  doiAddress,
  type LiveRelease,
  releaseNumber,
} from '../catalogue/index.ts';
import {
  countLine,
  countSubjects,
  inOneLine,
  issueCohortReceipt,
  type OpenCohort,
  queryAttrition,
  recordedCohort,
  requirePlan,
} from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { disclosed, jsonText } from '../http/index.ts';
import { presentTable } from '../table/index.ts';

/** The definitions to describe. */
export interface MethodsRequest extends Definitions {
  readonly title: string;
  /** The release on which it is answered, as the member sees it. */
  readonly release: LiveRelease;
  /** The comparison that is kept beside them, in words. */
  readonly compared?: readonly string[];
  /** The version of the portal. */
  readonly software: string;
  /** Stands in the audit beside the count. */
  readonly detail?: AuditDetail;
  readonly signal: AbortSignal;
}

/**
 * Describes how definitions are answered on a release, within the rights of the member (rule 12.15).
 * @throws PortalError 'not_permitted' for members who see aggregates only, since every step is a count
 * @throws PortalError 'cohort_has_errors' for a cohort with an error (rule 3.5)
 */
export async function queryMethods(deps: DefinitionDeps, member: Member, request: MethodsRequest) {
  if (!member.seesSubjects)
    throw new PortalError('not_permitted', 'Your access to this dataset does not include counts.');
  const { signal, title, software, release: live } = request;
  const { cohort, ...open } = openDefinitions(request, live);
  const counted = {
    release: live,
    plan: requirePlan(cohort, deps),
    definition: recordedCohort(cohort).definition,
    threshold: null,
  };
  const attrition = [...(await queryAttrition(deps, { definition: request.cohort, cohort }, signal))];
  const total = await countSubjects(deps, cohort, signal);
  const receipt = await issueCohortReceipt(deps, member, counted);
  const line = countLine({
    cohort,
    detail: { count: total, steps: attrition.length, cohortReceipt: receipt, ...request.detail },
  });
  const { cited, ...source } = await readSource(deps, member, live.release);
  const table = open.table && presentTable(open.table);
  const analysis = open.analysis && presentAnalysis(open.analysis);
  const names = (entries: readonly { readonly label: string }[]) =>
    entries.map(({ label }) => inOneLine(label));
  const madeAt = deps.clock().toISOString();
  const described = { ...source, software, receipt, madeAt, title: inOneLine(title), cited };
  const methods: Methods = {
    title: inOneLine(title),
    ...source,
    use: useOf(live, member),
    software,
    receipt,
    madeAt,
    cohort: linesOf(recordedCohort(cohort).description, request.cohort),
    columns: table === null ? [] : names(table.extended.fields.filter(({ hasErrors }) => !hasErrors)),
    crossTab: analysis && { rows: names(analysis.extended.rows), cols: names(analysis.extended.cols) },
    ...(request.compared === undefined ? {} : { comparison: [...request.compared] }),
    count: total,
    attrition,
    codeLists: await readCodeLists(deps, cohort, signal),
    ...citationsOf(described),
  };
  return disclosed(methods, [line]);
}

/** For which use the subjects are counted who agreed to it (rule 8.35). */
const useOf = ({ lookup: { dictionary } }: LiveRelease, { purpose }: Member): string | null =>
  dictionary.dataUse === undefined || purpose === null
    ? null
    : purposeWords(purpose, dictionary.dataUse.titles);

const linesOf = (description: string, definition: CohortDefinition): string[] =>
  definition.length === 0 ? [] : description.split('\n').filter((line) => line !== '');

type Source = Pick<Methods, 'dataset' | 'release'>;

interface CitedSource extends Source {
  readonly cited: Pick<Cited, 'record' | 'doi'>;
}

async function readSource({ db }: DefinitionDeps, member: Member, release: string): Promise<CitedSource> {
  const row = await db
    .selectFrom('release')
    .innerJoin('dataset', 'dataset.id', 'release.dataset_id')
    .select([
      'dataset.name',
      'dataset.unique_id',
      'dataset.settings',
      'release.package_version',
      'release.finished_at',
    ])
    .where('release.id', '=', releaseNumber(release))
    .where('dataset.id', '=', member.datasetId)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_ready', 'This dataset has no data yet.');
  return {
    cited: citedSource(row.settings, release),
    dataset: { id: row.unique_id, name: inOneLine(row.name) },
    release: {
      name: release,
      version: row.package_version,
      finishedAt: row.finished_at?.toISOString() ?? null,
    },
  };
}

type Described = CitedSource & Pick<Methods, 'title' | 'software' | 'receipt' | 'madeAt'>;

/** How the figures are cited: in words, and for programs (rule 12.33). */
function citationsOf({ title, dataset, release, software, receipt, madeAt, cited }: Described) {
  const version = release.version === null ? '' : `, version ${release.version}`;
  const address = cited.doi === null ? '' : ` ${doiAddress(cited.doi)}.`;
  const note = `Counted with Atrium ${software}, count receipt ${receipt}, ${madeAt.slice(0, 10)}.`;
  const item: Cited = {
    ...cited,
    key: `${dataset.id}_${receipt}`,
    title: `${title}. ${dataset.name}`,
    version: release.version ?? release.name,
    publishedAt: release.finishedAt === null ? null : new Date(release.finishedAt),
    address: cited.doi === null ? null : doiAddress(cited.doi),
    note,
  };
  return {
    citation: `${title}. ${dataset.name} (${dataset.id}), ${release.name}${version}.${address} ${note}`,
    citations: { bibtex: bibtexEntry(item), csl: jsonText([citationItem(item)], 1) },
  };
}

/** A longer list is cut, with a note. */
const maxTerms = 5000;

async function readCodeLists(
  { questions }: DefinitionDeps,
  { checked, release }: OpenCohort,
  signal: AbortSignal,
): Promise<CodeList[]> {
  const sets = checked.kind === 'sound' ? checked.sets : [];
  const filters = sets.flatMap(({ entries }) =>
    entries.flatMap((entry) => (entry.kind === 'or_group' ? entry.filters : [entry])),
  );
  const lists: CodeList[] = [];
  for (const { filter, concept } of filters) {
    if (filter.kind !== 'ontology' || filter.terms.length === 0) continue;
    const codes = filter.terms.map(({ code }) => code);
    const rows = await questions.run(
      toQuery(compileCodeList({ concept, codes, most: maxTerms + 1 }, release)),
      { signal },
    );
    const terms = rows.map(({ code, label }) => ({ code: String(code), label: inOneLine(String(label)) }));
    lists.push({
      concept: inOneLine(concept.title),
      ontology: ontologyOf(concept, release.lookup.dictionary.ontologies),
      chosen: filter.terms.map(({ code, label }) => ({ code, label: inOneLine(label) })),
      terms: terms.slice(0, maxTerms),
      isCut: terms.length > maxTerms,
    });
  }
  return lists;
}

function ontologyOf(
  { ontologyId }: Concept,
  known: readonly { readonly id: string; readonly title: string; readonly version: string | null }[],
) {
  const found = known.find(({ id }) => id === ontologyId);
  return { title: inOneLine(found?.title ?? ontologyId ?? ''), version: found?.version ?? null };
}
