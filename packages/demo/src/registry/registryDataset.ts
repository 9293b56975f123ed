import type { DemoDataset, Story, StoryRequest } from '../package/demoDataset.ts';
import { randomStream } from '../random/randomStream.ts';
import { registryDescriptor } from './dictionary/descriptor.ts';
import { registryTables } from './dictionary/tables.ts';
import { makePatient } from './patient.ts';
import { patientStory } from './patientStory.ts';

/** The dataset `registry`: patients with one ventricle, followed by age, without families, dates or an ontology. */
export const registryDataset: DemoDataset = {
  descriptor: registryDescriptor,
  tables: registryTables,
  documents: [],
  subjects: 800,
  stories,
};

function* stories({ subjects, seed }: StoryRequest): Iterable<Story> {
  for (let number = 1; number <= subjects; number += 1) {
    const random = randomStream(seed, number);
    yield patientStory(makePatient(number, random), random);
  }
}
