import type { ConceptDetail } from '@atrium/contract/wire/concept';
import type { ComponentType } from 'react';
import { sessionOf } from '../EditorSession.tsx';
import type { EditorSessionProps } from '../useEditorSession.ts';
import { ageKind } from './age/AgeEditor.tsx';
import { booleanKind, categoryKind } from './choice/ChoiceEditor.tsx';
import { dateKind } from './date/DateEditor.tsx';
import { numberKind } from './number/NumberEditor.tsx';
import { numberOrWordsKind } from './number/NumberOrWordsEditor.tsx';
import { ontologyKind } from './ontology/OntologyEditor.tsx';
import { textKind } from './text/TextEditor.tsx';

/** The editor of each type of concept; null for a type that this client does not know. */
export const editors: Readonly<
  Record<ConceptDetail['conceptType'], ComponentType<EditorSessionProps> | null>
> = {
  category: sessionOf(categoryKind),
  boolean: sessionOf(booleanKind),
  ontology: sessionOf(ontologyKind),
  text: sessionOf(textKind),
  date: sessionOf(dateKind),
  date_deid: sessionOf(dateKind),
  number: sessionOf(numberKind),
  number_with_categories: sessionOf(numberOrWordsKind),
  age: sessionOf(ageKind),
  unknown: null,
};
