import { heartTerms } from '../ontology/heartTerms.ts';
import { oboText } from '../ontology/oboText.ts';
import type { DemoDataset, Story, StoryRequest } from '../package/demoDataset.ts';
import { randomStream } from '../random/randomStream.ts';
import { trioDescriptor } from './dictionary/descriptor.ts';
import { trioTables } from './dictionary/tables.ts';
import { makeFamily } from './family.ts';
import { familyStory } from './familyStory.ts';

/** The dataset `default`: a consortium of families in which a child was born with heart disease. */
export const trioDataset: DemoDataset = {
  descriptor: trioDescriptor,
  tables: trioTables,
  documents: [{ path: 'ontologies/chd.obo', text: oboText(heartTerms) }],
  subjects: 12_000,
  stories,
};

/** Each family draws from a stream of its own, so that a smaller package begins like a larger one. */
function* stories({ subjects, seed }: StoryRequest): Iterable<Story> {
  let done = 0;
  for (let number = 1; done < subjects; number += 1) {
    const random = randomStream(seed, number);
    const family = makeFamily({ number, firstSerial: done + 1, room: subjects - done }, random);
    yield familyStory(family, random);
    done += 1 + family.parents.length;
  }
}
