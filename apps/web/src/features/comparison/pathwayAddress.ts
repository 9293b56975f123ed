import type { TimePointChoice } from '@atrium/contract/wire/pathway';
import { decoded, encoded } from './comparisonAddress.ts';
import { pointOf } from './timeChoices.ts';

/** Times of a pathway as the address of the page says them: texts of `timeChoices`, between full stops. */
export const readSteps = (text: string | undefined): readonly string[] =>
  (text ?? '').split('.').flatMap((part) => {
    const step = decoded(part);
    return step === null || pointOf(step) === undefined ? [] : [step];
  });

export const writeSteps = (steps: readonly string[]): string | undefined =>
  steps.length === 0 ? undefined : steps.map(encoded).join('.');

export const pointsOf = (steps: readonly string[]): TimePointChoice[] =>
  steps.flatMap((step) => pointOf(step) ?? []);
