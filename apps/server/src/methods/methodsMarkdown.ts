import type { CodeList, Methods } from '@atrium/contract/wire/methods';
import { joined, oneLine, type Written } from '../http/index.ts';

/** Names and values of the data as they are: nothing of them becomes markup. */
export const plain = (text: string): string => text.replace(/[\\`*_{}[\]<>()#+!|~-]/g, '\\$&');

const table = (head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  '',
];

const list = (items: readonly string[]): readonly string[] => [
  ...items.map((item) => `- ${plain(item)}`),
  '',
];

const number = new Intl.NumberFormat('en-US');

/** The methods of a cohort as a Markdown document. */
export function methodsMarkdown(methods: Methods): Written {
  const { title, dataset, release, software, receipt, madeAt, cohort, columns, crossTab, count, use } =
    methods;
  const lines = [
    `# ${plain(title)}`,
    '',
    '## Source',
    '',
    ...table(
      ['', ''],
      [
        ['Dataset', `${plain(dataset.name)} (${plain(dataset.id)})`],
        ['Release', plain(release.name)],
        ['Version of the data', plain(release.version ?? 'not stated')],
        ['Imported', release.finishedAt?.slice(0, 10) ?? 'not known'],
        ...(use ? [['Use', `${plain(use)}; only subjects who agreed to it are counted`]] : []),
        ['Software', `Atrium ${plain(software)}`],
        ['Count receipt', `\`${receipt}\``],
        ['Described', madeAt],
      ],
    ),
    '## Cohort',
    '',
    ...(cohort.length === 0 ? ['Everyone, without any filter.', ''] : cohort.flatMap(describedLine)),
    '',
    `**${number.format(count)}** subjects.`,
    '',
    '## Attrition',
    '',
    ...table(
      ['Step', 'Subjects', 'Left out'],
      methods.attrition.map((step, index) => {
        const before = methods.attrition[index - 1]?.count ?? step.count;
        return [plain(step.label), number.format(step.count), number.format(before - step.count)];
      }),
    ),
    ...(methods.codeLists.length === 0 ? [] : ['## Code lists', '', ...methods.codeLists.flatMap(codeList)]),
    ...(columns.length === 0 ? [] : ['## Columns', '', ...list(columns)]),
    ...(crossTab === null
      ? []
      : ['## Cross-tab', '', 'Rows:', '', ...list(crossTab.rows), 'Columns:', '', ...list(crossTab.cols)]),
    ...(methods.comparison === undefined ? [] : ['## Comparison', '', ...list(methods.comparison)]),
    '## Citation',
    '',
    plain(methods.citation),
    '',
  ];
  return joined(lines.map(oneLine), '\n');
}

const describedLine = (line: string): readonly string[] =>
  line.startsWith('- ') ? [`- ${plain(line.slice(2))}`] : ['', plain(line), ''];

function codeList({ concept, ontology, chosen, terms, isCut }: CodeList): readonly string[] {
  const version = ontology.version === null ? '' : `, ${ontology.version}`;
  return [
    `### ${plain(concept)}`,
    '',
    `${plain(`${ontology.title}${version}`)}. Chosen: ${chosen.map(({ code, label }) => `${plain(label)} (${plain(code)})`).join(', ')}, each with all terms below it.`,
    '',
    ...table(
      ['Code', 'Term'],
      terms.map(({ code, label }) => [plain(code), plain(label)]),
    ),
    ...(isCut ? ['There are more terms than are listed here.', ''] : []),
  ];
}
