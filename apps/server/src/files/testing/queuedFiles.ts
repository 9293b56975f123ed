import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import type { TestApp } from '../../testing/testApp.ts';

/** What the files of a queue are selected with. */
export const selectionDeps = ({ db, questions, releases, clock }: TestApp) => ({
  db,
  questions,
  releases,
  clock: clock.now,
  secondSource: siteConfiguration.parse({}).secondSource,
});
