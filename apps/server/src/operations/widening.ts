import { isDeepStrictEqual } from 'node:util';
import type { DatasetSettings } from '@atrium/contract/documents/dataPackage';
import { defaultSmallCountThreshold } from '@atrium/engine';
import { leastChangeOf } from '../analysis/index.ts';

type GuardedKey =
  | 'autoMembership'
  | 'smallCountThreshold'
  | 'leastChange'
  | 'listed'
  | 'maxMembershipDays'
  | 'exportRowsPerDay'
  | 'publicRecord'
  | 'visaMemberships';

/** A setting of a package that would open more than is open now, and waits for a steward (rule 8.15). */
export interface UnconfirmedSetting {
  readonly key: GuardedKey;
  readonly proposed: unknown;
  /** The value in force instead; the default where nothing is set. */
  readonly inForce: unknown;
}

interface Guard {
  readonly key: GuardedKey;
  readonly settingOf: (settings: DatasetSettings) => unknown;
  readonly widens: (wanted: DatasetSettings, inForce: DatasetSettings) => boolean;
}

const thresholdOf = ({ smallCountThreshold }: DatasetSettings): number =>
  smallCountThreshold ?? defaultSmallCountThreshold;

const orEndless = (limit: number | undefined): number => limit ?? Number.POSITIVE_INFINITY;

/** Settings that control who sees how much. A changed automatic membership, membership by visas or public record counts as wider, whatever it says. */
const guards: readonly Guard[] = [
  {
    key: 'autoMembership',
    settingOf: ({ autoMembership }) => autoMembership ?? null,
    widens: (wanted, inForce) =>
      wanted.autoMembership !== undefined &&
      !isDeepStrictEqual(wanted.autoMembership, inForce.autoMembership),
  },
  {
    key: 'smallCountThreshold',
    settingOf: thresholdOf,
    widens: (wanted, inForce) => thresholdOf(wanted) < thresholdOf(inForce),
  },
  {
    key: 'leastChange',
    settingOf: leastChangeOf,
    widens: (wanted, inForce) => {
      const { smallCountThreshold } = inForce;
      const least = ({ leastChange }: DatasetSettings): number =>
        leastChangeOf({ ...(leastChange === undefined ? {} : { leastChange }), smallCountThreshold });
      return least(wanted) < least(inForce);
    },
  },
  {
    key: 'listed',
    settingOf: ({ listed }) => listed ?? true,
    widens: (wanted, inForce) => wanted.listed !== false && inForce.listed === false,
  },
  {
    key: 'maxMembershipDays',
    settingOf: ({ maxMembershipDays }) => maxMembershipDays ?? null,
    widens: (wanted, inForce) => orEndless(wanted.maxMembershipDays) > orEndless(inForce.maxMembershipDays),
  },
  {
    key: 'exportRowsPerDay',
    settingOf: ({ exportRowsPerDay }) => exportRowsPerDay ?? null,
    widens: (wanted, inForce) => orEndless(wanted.exportRowsPerDay) > orEndless(inForce.exportRowsPerDay),
  },
  {
    key: 'publicRecord',
    settingOf: ({ publicRecord }) => publicRecord ?? null,
    widens: (wanted, inForce) =>
      wanted.publicRecord !== undefined && !isDeepStrictEqual(wanted.publicRecord, inForce.publicRecord),
  },
  {
    key: 'visaMemberships',
    settingOf: ({ visaMemberships }) => visaMemberships ?? null,
    widens: (wanted, inForce) =>
      wanted.visaMemberships !== undefined &&
      !isDeepStrictEqual(wanted.visaMemberships, inForce.visaMemberships),
  },
];

interface Wanted {
  /** The settings of package and steward together. */
  readonly wanted: DatasetSettings;
  readonly inForce: DatasetSettings;
  /** The keys for which a steward has spoken, by a value or by confirming that of the package. */
  readonly decided: ReadonlySet<string>;
}

/** The settings to put in force: where the package would open more than is open now, what is in force stays. */
export function withoutWidening({ wanted, inForce, decided }: Wanted): {
  readonly settings: DatasetSettings;
  readonly unconfirmed: readonly UnconfirmedSetting[];
} {
  const held = guards.filter(({ key, widens }) => !decided.has(key) && widens(wanted, inForce));
  const kept = Object.fromEntries(
    held.flatMap(({ key }) => (inForce[key] === undefined ? [] : [[key, inForce[key]]])),
  );
  const open = Object.entries(wanted).filter(([key]) => !held.some((guard) => guard.key === key));
  return {
    settings: { ...Object.fromEntries(open), ...kept },
    unconfirmed: held.map(({ key, settingOf }) => ({
      key,
      proposed: settingOf(wanted),
      inForce: settingOf(inForce),
    })),
  };
}

const shown = (value: unknown): string => (value === null ? 'none' : JSON.stringify(value));

/** The settings that wait for a steward, and how to confirm them, as lines of text; none where nothing waits. */
export function presentUnconfirmed(
  dataset: string,
  unconfirmed: readonly UnconfirmedSetting[],
): readonly string[] {
  if (unconfirmed.length === 0) return [];
  return [
    'The package would open more than is open now. This is NOT in force until a steward confirms it:',
    ...unconfirmed.map(
      ({ key, proposed, inForce }) => `  - ${key}: ${shown(proposed)} (in force: ${shown(inForce)})`,
    ),
    `  Confirm with: atrium dataset set ${dataset} ${unconfirmed.map(({ key }) => `--confirm ${key}`).join(' ')}`,
  ];
}
