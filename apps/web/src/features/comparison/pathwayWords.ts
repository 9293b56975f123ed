import type {
  ComparisonOptions,
  ComparisonPathway,
  PathwayStage,
} from '@atrium/contract/endpoints/comparison';
import type { PathwayBand, TimePointChoice } from '@atrium/contract/wire/pathway';
import { formatCount } from '../../lib/formatNumber.ts';
import { duration, durationIn } from './curveWords.ts';

export const pathwayWords = {
  title: 'Pathway',
  choose: 'Choose two to six stages in their order, and the pathway stands here.',
  group: 'Group',
  groupHint: 'Whose pathway it is.',
  stages: 'Stages',
  stagesHint: 'In their order: Norwood, then Glenn, then Fontan.',
  exits: 'Left by (optional)',
  exitsHint: 'Such as death or transplantation; the earliest counts.',
  last: 'Last contact (optional)',
  lastHint: 'Tells who waits from who is lost. Curves take it, too.',
  loading: 'Following the pathway',
  failed: 'The pathway could not be followed.',
  summary: 'Subjects by stage, and what became of them',
  tableName: 'Stages of the pathway',
  tableHint: 'Each number is a cohort: press it to make it the active one.',
  columns: {
    stage: 'Stage',
    reached: 'Reached',
    wait: 'Wait, median [Q1, Q3]',
    stayed: 'Not the next',
    waiting: 'Seen since, waiting',
    unknown: 'Not known since',
  },
  rows: { next: 'Reached the next', n: 'Waits', median: 'Days, median', q1: 'Days, Q1', q3: 'Days, Q3' },
  kinds: {
    next: 'reached the next',
    waiting: 'seen since, waiting',
    unknown: 'not known, or never on the pathway',
  },
  leftBy: (name: string) => `Left by ${name}`,
  waits: (from: string, to: string) => `From ${from} to ${to}`,
  report: (id: number) => `Report ${id}`,
  program: 'Save R program of the pathway',
  ofGroup: (title: string, count: string) => `${title}: n = ${count}`,
  daysOf: (wait: string) => `Waiting time: ${wait}`,
  subjects: 'Subjects',
  refused: (why: string) => `No single cohort says a part of this pathway: ${why}.`,
  noLast: 'Without a last contact nobody is known to wait.',
  method:
    'A stage is reached by the first event at or after that of the stage before; what happens on one day counts. Who reached the next stage has not left. Waiting times are of those who reached the next stage, and leave out who still waits: a curve has them.',
} as const;

type Times = NonNullable<ComparisonOptions['times']>;

/** A short name of a time: its values, or what has them. */
export function nameOfTime(choice: TimePointChoice, { concepts, collections }: Times): string {
  if (choice.kind === 'birth') return 'Birth';
  if (choice.kind === 'value')
    return concepts.find(({ conceptId }) => conceptId === choice.conceptId)?.title ?? choice.conceptId;
  const { values = [], collectionId } = choice;
  if (values.length > 0) return values.join(' or ');
  return collections.find((one) => one.collectionId === collectionId)?.title ?? collectionId;
}

export interface PathwayNames {
  readonly stages: readonly string[];
  readonly exits: readonly string[];
}

/** `Of 312 in Everyone, 240 reached Norwood, 198 of these Glenn and 150 of these Fontan; 72 never reached Norwood.` */
export function pathwaySentence(
  { group, notReached, stages }: ComparisonPathway,
  { stages: names }: PathwayNames,
): string {
  const parts = stages.map(
    ({ reached }, index) =>
      `${formatCount(reached)} ${index === 0 ? 'reached' : 'of these'} ${names[index] ?? ''}`,
  );
  const course = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`;
  return `Of ${formatCount(group.count)} in ${group.title}, ${course}; ${formatCount(notReached)} never reached ${names[0] ?? ''}.`;
}

/** What became of who reached a stage, and how long the next took. */
export function stageSentence(
  stage: PathwayStage,
  next: PathwayStage | undefined,
  { names, index }: { readonly names: PathwayNames; readonly index: number },
): string {
  const [from, to] = [names.stages[index] ?? '', names.stages[index + 1]];
  const ways = [
    ...stage.left.map((count, exit) => [count, `left by ${names.exits[exit] ?? ''}`] as const),
    [stage.waiting, to === undefined ? 'were seen since' : 'wait at their last contact'] as const,
    [stage.unknown, 'are not known since'] as const,
  ].flatMap(([count, says]) => (count === 0 ? [] : [`${formatCount(count)} ${says}`]));
  const rest = ways.length === 0 ? '' : `: ${ways.join(', ')}`;
  if (to === undefined || next === undefined) return `After ${from}${rest || ': nobody'}.`;
  const wait = next.wait;
  const took =
    wait === null || wait.median === null
      ? ''
      : ` in a median of ${duration(wait.median)} (middle half ${durationIn(wait.median)(wait.q1 ?? 0)} to ${durationIn(wait.median)(wait.q3 ?? 0)})`;
  const missed = stage.reached - stage.next;
  return `${from} to ${to}: ${formatCount(stage.next)} of ${formatCount(stage.reached)} came there${took}; ${formatCount(missed)} did not${rest}.`;
}

/** What a band or a gap is called: `reached Glenn`, `reached Norwood and not Glenn, left by Death`. */
export function bandName({ reached, way }: PathwayBand, { stages, exits }: PathwayNames): string {
  const [last, next] = [stages[reached - 1], stages[reached]];
  if (last === undefined) return way === 'reached' ? 'everybody' : `never reached ${next ?? ''}`;
  if (way === 'reached') return `reached ${last}`;
  const far = next === undefined ? `reached ${last}` : `reached ${last} and not ${next}`;
  if (way === 'waiting') return `${far}, seen since`;
  if (way === 'unknown') return `${far}, not known since`;
  return way === 'stayed' ? far : `${far}, left by ${exits[way] ?? ''}`;
}

export function waitText(stage: PathwayStage): string {
  const { wait } = stage;
  if (wait === null || wait.median === null) return '–';
  const inUnit = durationIn(wait.median);
  return `${duration(wait.median)} [${inUnit(wait.q1 ?? 0)}, ${inUnit(wait.q3 ?? 0)}]`;
}

/** The figures of a pathway for a file, the headings first; days are those that the stage took. */
export function pathwayRows(
  { group, notReached, stages }: ComparisonPathway,
  names: PathwayNames,
): readonly (readonly string[])[] {
  const { columns, rows, leftBy } = pathwayWords;
  const cell = (value: number | null | undefined): string => (value == null ? '' : String(value));
  const ways = [...names.exits.map(leftBy), columns.waiting, columns.unknown];
  return [
    [
      columns.stage,
      columns.reached,
      rows.next,
      columns.stayed,
      ...ways,
      rows.n,
      rows.median,
      rows.q1,
      rows.q3,
    ],
    [
      group.title,
      String(group.count),
      cell(stages[0]?.reached),
      cell(notReached),
      ...ways.map(() => ''),
      '',
      '',
      '',
      '',
    ],
    ...stages.map(({ reached, next, left, waiting, unknown, wait }, index) => [
      ...[names.stages[index] ?? '', cell(reached), cell(next), cell(reached - next)],
      ...[...left, waiting, unknown, wait?.n, wait?.median, wait?.q1, wait?.q3].map(cell),
    ]),
  ];
}
