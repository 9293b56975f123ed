import type { ConceptSummary } from '@atrium/contract/wire/concept';
import {
  CalendarDays,
  CircleHelp,
  Hash,
  Hourglass,
  type LucideIcon,
  Network,
  Tags,
  ToggleLeft,
  Type,
} from 'lucide-react';

const icons: Readonly<Record<ConceptSummary['conceptType'], LucideIcon>> = {
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
