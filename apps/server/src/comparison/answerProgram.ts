import { pairsOfGroup, upTo } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import type { AnalysisDeps } from '../analysis/index.ts';
import { disclosed } from '../http/index.ts';
import type { TableRequest } from './comparable.ts';
import { countConcept, describeConcept } from './compareConcept.ts';
import { type CurvesRequest, curvesOf, followGroups } from './compareCurves.ts';
import { openTable } from './compareTable.ts';
import { comparisonProgram } from './comparisonProgram.ts';

interface ProgramRequest extends TableRequest {
  readonly times: CurvesRequest['times'] | undefined;
}

export interface ProgramDeps extends AnalysisDeps {
  /** The version of the portal. */
  readonly software: string;
}

/** Writes the program of a comparison (rule 17.37); what it holds counts as rows. */
export async function answerProgram(deps: ProgramDeps, member: Member, request: ProgramRequest) {
  const { times, conceptIds, signal } = request;
  const { given, axes, described } = await openTable(deps, member, request);
  const counted = [];
  for (const axis of axes) counted.push(await countConcept(axis, given));
  const concepts = counted.map((one) => describeConcept(one, given));
  const followed =
    times === undefined ? null : await followGroups(deps, given, { times, within: 'times.', signal });
  const { groups, inSeveral } = described;
  const horizon = times?.horizon ?? Number.POSITIVE_INFINITY;
  const pairs = (followed ?? []).map(({ group }) => pairsOfGroup(upTo(horizon, group)));
  const program = comparisonProgram({
    about: [
      `A comparison of ${groups.length} groups of ${given.release.release}`,
      `Made with Atrium ${deps.software} on ${deps.clock().toISOString().slice(0, 10)}`,
      ...given.groups.map(({ title, cohort }) => `${title}: ${cohort?.description ?? 'made of others'}`),
    ],
    table: { groups: [...groups], inSeveral, concepts },
    counted,
    curves:
      followed === null || times === undefined
        ? null
        : { found: curvesOf(followed, { described, moreGroups: given.moreGroups, times }), pairs },
  });
  const rows =
    pairs.flat().length + counted.reduce((sum, { numbers }) => sum + (numbers?.flat().length ?? 0), 0);
  const compared = { concepts: conceptIds, ...(times === undefined ? {} : { times }) };
  return disclosed({ program }, [described.line(compared, { rows })], {
    rows,
    bytes: Buffer.byteLength(program),
  });
}
