import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { Icon } from '../../ui/drawIcon.tsx';
import {
  CalendarDays,
  CircleHelp,
  Hash,
  Hourglass,
  Network,
  Tags,
  ToggleLeft,
  Type,
} from '../../ui/icons.ts';

const icons: Readonly<Record<ConceptSummary['conceptType'], Icon>> = {
  category: Tags,
  boolean: ToggleLeft,
  ontology: Network,
  text: Type,
  date: CalendarDays,
  date_deid: CalendarDays,
  number: Hash,
  number_with_categories: Hash,
  age: Hourglass,
  unknown: CircleHelp,
};

export function ConceptTypeIcon({ type }: { readonly type: ConceptSummary['conceptType'] }) {
  const Icon = icons[type];
  return <Icon size={15} strokeWidth={1.75} aria-hidden style={{ flexShrink: 0 }} />;
}
