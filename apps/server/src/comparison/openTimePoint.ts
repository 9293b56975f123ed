import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { checkTime, planTime, type TimePoint } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import { today } from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';

interface Opening {
  readonly deps: Pick<DefinitionDeps, 'clock'>;
  readonly release: LiveRelease;
  /** The field of the request. */
  readonly field: string;
}

/** A time as this member may see it; refuses one of which only the year shows (rule 17.15). */
export function openTimePoint(choice: TimePointChoice, { deps, release, field }: Opening): TimePoint {
  const checked = checkTime(choice, { lookup: release.lookup, member: release });
  if (checked.kind === 'fault')
    throw fieldRefusal(checked.isGone ? 'not_found' : 'bad_request', field, checked.message);
  return planTime(checked, today(deps.clock));
}
