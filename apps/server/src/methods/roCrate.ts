import { type CrateVersion, crateVersions, type Methods } from '@atrium/contract/wire/methods';
import { joined, jsonText, oneLine, type SafePath, safePath, type Written, written } from '../http/index.ts';
import { methodsMarkdown } from './methodsMarkdown.ts';
import { type ProgrammedReport, programsOf } from './programs.ts';

/** A crate: its files by their paths in it, the metadata among them. */
export type Crate = Readonly<Record<string, Written>>;

interface CrateFile {
  readonly path: SafePath;
  readonly name: string;
  readonly encodingFormat: string;
  readonly content: Written;
}

const metadataFile = safePath('ro-crate-metadata.json');
const software = { '@id': '#atrium' };
const dataset = { '@id': '#source' };
const action = { '@id': '#count' };
const receipt = { '@id': '#receipt' };

const newest = crateVersions[0];

/**
 * The methods of a cohort as an RO-Crate: the document, the code lists and the programs, and where they come from. From 1.2
 * on an identifier is an entity (RO-Crate 1.3, Root Data Entity identifier); readers of 1.1 take a text.
 */
export function methodsCrate(
  methods: Methods,
  report: ProgrammedReport,
  version: CrateVersion = newest,
): Crate {
  const profile = `https://w3id.org/ro/crate/${version}`;
  const files = filesOf(methods, report);
  const graph = [
    {
      '@id': metadataFile,
      '@type': 'CreativeWork',
      conformsTo: { '@id': profile },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: methods.title,
      description: methods.cohort.join('\n') || 'Everyone, without any filter',
      datePublished: methods.madeAt,
      identifier: version === '1.1' ? methods.receipt : receipt,
      creditText: methods.citation,
      license: { '@id': '#terms' },
      isBasedOn: dataset,
      mentions: action,
      hasPart: files.map(({ path }) => ({ '@id': path })),
    },
    ...files.map(({ path, name, encodingFormat, content }) => ({
      '@id': path,
      '@type': 'File',
      name,
      encodingFormat,
      contentSize: String(Buffer.byteLength(content)),
    })),
    ...(version === '1.1'
      ? []
      : [{ ...receipt, '@type': 'PropertyValue', name: 'Receipt of the count', value: methods.receipt }]),
    ...contextOf(methods, files),
  ];
  const metadata = { '@context': `${profile}/context`, '@graph': graph };
  return Object.fromEntries([
    [metadataFile, written`${jsonText(metadata, 2)}\n`],
    ...files.map(({ path, content }) => [path, content] as const),
  ]);
}

/** Where the files come from: the data, the software, and the count that was made. */
function contextOf(
  { dataset: source, release, software: version, madeAt, count, use = null }: Methods,
  files: readonly CrateFile[],
) {
  return [
    {
      '@id': '#terms',
      '@type': 'CreativeWork',
      name: 'Terms of the dataset',
      description: [
        `The terms under which members may use ${source.name} hold for everything in this crate.`,
        ...(use === null ? [] : [`Its subjects agreed to the use of their data for ${use}.`]),
      ].join(' '),
    },
    {
      ...dataset,
      '@type': 'CreativeWork',
      name: source.name,
      identifier: `${source.id}/${release.name}`,
      version: release.version ?? release.name,
      ...(release.finishedAt === null ? {} : { dateModified: release.finishedAt }),
    },
    { ...software, '@type': 'SoftwareApplication', name: 'Atrium', softwareVersion: version },
    {
      ...action,
      '@type': 'CreateAction',
      name: 'Count of the cohort',
      endTime: madeAt,
      object: dataset,
      instrument: software,
      result: [{ '@id': '#subjects' }, ...files.map(({ path }) => ({ '@id': path }))],
    },
    { '@id': '#subjects', '@type': 'PropertyValue', name: 'Subjects', value: count },
  ];
}

function filesOf(methods: Methods, report: ProgrammedReport): readonly CrateFile[] {
  const { python, r, curl, notebook, quarto } = programsOf(methods, report);
  const lists = { concepts: methods.codeLists };
  return [
    {
      path: safePath('methods.md'),
      name: 'Methods',
      encodingFormat: 'text/markdown',
      content: methodsMarkdown(methods),
    },
    {
      path: safePath('attrition.json'),
      name: 'Attrition, step by step',
      encodingFormat: 'application/json',
      content: written`${jsonText(methods.attrition, 2)}\n`,
    },
    {
      path: safePath('code-lists.json'),
      name: 'Code lists with all terms below the chosen ones',
      encodingFormat: 'application/json',
      content: written`${jsonText(lists, 2)}\n`,
    },
    ...citationFiles(methods),
    {
      path: safePath('report.py'),
      name: 'Count and table in Python',
      encodingFormat: 'text/x-python',
      content: python,
    },
    { path: safePath('report.R'), name: 'Count and table in R', encodingFormat: 'text/x-r', content: r },
    {
      path: safePath('report.sh'),
      name: 'Count and table with curl',
      encodingFormat: 'application/x-sh',
      content: curl,
    },
    {
      path: safePath('report.ipynb'),
      name: 'The figures of the report as a notebook of Jupyter',
      encodingFormat: 'application/x-ipynb+json',
      content: notebook,
    },
    {
      path: safePath('report.qmd'),
      name: 'The figures of the report as a document of Quarto',
      encodingFormat: 'text/markdown',
      content: quarto,
    },
  ];
}

const citationFiles = ({ citations }: Methods): readonly CrateFile[] =>
  citations === undefined
    ? []
    : [
        {
          path: safePath('citation.bib'),
          name: 'How it is cited, as BibTeX',
          encodingFormat: 'application/x-bibtex',
          content: joined(citations.bibtex.split('\n').map(oneLine), '\n'),
        },
        {
          path: safePath('citation.json'),
          name: 'How it is cited, as CSL-JSON',
          encodingFormat: 'application/vnd.citationstyles.csl+json',
          content: written`${jsonText(JSON.parse(citations.csl), 1)}\n`,
        },
      ];
