import { conotruncalProfiles } from './conotruncalProfiles.ts';
import type { LesionProfile } from './lesionProfile.ts';
import { obstructionProfiles } from './obstructionProfiles.ts';
import { otherProfiles } from './otherProfiles.ts';
import { septalProfiles } from './septalProfiles.ts';
import { ventricleProfiles } from './ventricleProfiles.ts';

/** Every main lesion with its frequency among probands: a surgical consortium's mix, not the population's. */
export const lesionProfiles: readonly (readonly [LesionProfile, number])[] = [
  ...conotruncalProfiles,
  ...obstructionProfiles,
  ...septalProfiles,
  ...ventricleProfiles,
  ...otherProfiles,
].map((profile) => [profile, profile.weight]);
