import type { ComparisonPathway } from '@atrium/contract/endpoints/comparison';
import { type PathwayLine, wayNumbers } from '@atrium/engine';
import { joined, type Written, written } from '../http/index.ts';
import { comment, ending, expanded, helpers, opening, vector } from './rParts.ts';

/** A pathway with the counts that its figures are made of. */
interface ProgrammedPathway {
  /** Group, dataset, release, software and day, a line each. */
  readonly about: readonly string[];
  readonly found: Pick<ComparisonPathway, 'notReached' | 'stages'>;
  readonly lines: readonly PathwayLine[];
  /** What stages and ways to leave are called. */
  readonly names: { readonly stages: readonly string[]; readonly exits: readonly string[] };
}

/** A program in R that works out the figures of a pathway again, from the counts that it holds (rule 17.37). */
export function pathwayProgram({ about, found, lines, names }: ProgrammedPathway): Written {
  const ends = lines.filter(({ stage }) => stage === null);
  const column = (of: (line: PathwayLine) => number | null): Written => vector(ends.map(of));
  return joined(
    [
      ...opening(about, written`Run it with Rscript.`),
      ...names.stages.map((name, index) => comment(`Stage ${index + 1}: ${name}`)),
      ...names.exits.map((name, index) => comment(`Way ${index}: left by ${name}`)),
      written`# Way ${wayNumbers.waiting}: seen at the stage or later, waiting; way ${wayNumbers.unknown}: not known since`,
      helpers,
      written`# How many subjects reached so many stages, and which way they went after the last of them`,
      written`reached <- ${column((line) => line.reached)}`,
      written`way <- ${column((line) => line.way)}`,
      written`count <- ${column((line) => line.count)}`,
      written`same("never reached stage 1", sum(count[reached == 0]), ${found.notReached})`,
      ...found.stages.flatMap((stage, index) => ofStage(stage, { number: index + 1, lines })),
      ending,
    ],
    '\n',
  );
}

interface OfStage {
  readonly number: number;
  readonly lines: readonly PathwayLine[];
}

function ofStage(
  { reached, next, left, waiting, unknown, wait }: ComparisonPathway['stages'][number],
  { number, lines }: OfStage,
): readonly Written[] {
  const ways = vector([...left.keys(), wayNumbers.waiting, wayNumbers.unknown]);
  const ended = written`sapply(${ways}, function(one) sum(count[reached == ${number} & way == one]))`;
  const waits = lines
    .filter(({ stage }) => stage === number - 1)
    .map(({ days, count }) => ({ value: days ?? 0, count }));
  return [
    written``,
    written`same("stage ${number}: reached it, and the next", c(sum(count[reached >= ${number}]), sum(count[reached > ${number}])), ${vector([reached, next])})`,
    written`same("stage ${number}: left by each way, waits, not known", ${ended}, ${vector([...left, waiting, unknown])})`,
    ...(wait === null
      ? []
      : [
          written`wait <- ${expanded(waits)}`,
          written`same("stage ${number}: waiting time, n and quartiles", c(length(wait), quantile(as.numeric(wait), c(0.25, 0.5, 0.75), names = FALSE)), ${vector([wait.n, wait.q1, wait.median, wait.q3])})`,
        ]),
  ];
}
