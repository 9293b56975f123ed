import {
  type ClosedSubjects,
  compileClosedSubjects,
  type Lookup,
  type PermittedEarlier,
  permitEarlier,
  type ReleaseSql,
  rightsOf,
  type Standing,
  type Visibility,
  withClosed,
  withNobody,
} from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';
import type { Closings } from './closings.ts';

/** Up to so many closed subjects travel with each statement; of more, each statement asks the live release. */
const maxListed = 2000;

interface Earlier extends Closings {
  readonly release: string;
  readonly kept: Lookup;
  readonly live: { readonly release: string; readonly lookup: Lookup };
}

type Deps = Pick<Questions, 'run' | 'dialect'>;

/**
 * An earlier release as members of one standing see it beside the live one (rule 7.13). What is closed on two releases
 * never changes, so that it is looked up once.
 */
export async function permitBesideLive(
  deps: Deps,
  earlier: Earlier,
  standing: Standing,
): Promise<PermittedEarlier> {
  const permitted = permitEarlier(earlier, standing);
  const closed = rightsOf(standing).seesSubjects
    ? await shortened(deps, earlier, permitted)
    : await forAggregates(deps, earlier, { standing, permitted });
  return { ...permitted, visibility: closed };
}

type Seen = Pick<ReleaseSql, 'lookup' | 'visibility'>;

async function listClosed({ run, dialect }: Deps, { release }: Earlier, seen: Seen): Promise<number[]> {
  const { lookup, visibility } = seen;
  const rows = await run(compileClosedSubjects({ release, lookup, visibility, dialect }, maxListed + 1));
  return rows.map(({ subject }) => Number(subject));
}

async function shortened(deps: Deps, earlier: Earlier, seen: Seen): Promise<Visibility> {
  return withClosed(seen.visibility, await shortest(deps, earlier, seen));
}

async function shortest(deps: Deps, earlier: Earlier, seen: Seen): Promise<ClosedSubjects> {
  const subjects = await listClosed(deps, earlier, seen);
  if (subjects.length === 0) return { kind: 'none' };
  return subjects.length > maxListed ? seen.visibility.closed : { kind: 'listed', subjects };
}

/**
 * Figures are judged over everyone (rule 7.6), so that the same subjects are left out for every member: those who are gone
 * from the live release. Where a group closed some of its subjects since, its members see no figures until they follow.
 */
async function forAggregates(
  deps: Deps,
  earlier: Earlier,
  { standing, permitted }: { readonly standing: Standing; readonly permitted: PermittedEarlier },
): Promise<Visibility> {
  const everyone = permitEarlier(earlier, { ...standing, groups: null });
  const gone = await shortest(deps, earlier, everyone);
  const visibility = withClosed(permitted.visibility, gone);
  if (permitted.visibility.subjects.kind === 'all') return visibility;
  const closed = await listClosed(deps, earlier, permitted);
  const goneOfThem = await listClosed(deps, earlier, { ...permitted, visibility });
  const isSame = closed.length === goneOfThem.length && closed.length <= maxListed;
  return isSame ? visibility : withNobody(visibility);
}
