import type { DatasetDetail } from '@atrium/contract';
import { ChartColumn, Database, type LucideIcon, Search, Table2 } from 'lucide-react';
import { mayOpen, type ScreenNeed } from '../mayOpen.ts';

export interface NavigationItem {
  readonly label: string;
  readonly to: '/dataset/$dataset' | '/$dataset/query' | '/$dataset/results' | '/$dataset/aggregate';
  readonly need: ScreenNeed;
  readonly icon: LucideIcon;
}

const items: readonly NavigationItem[] = [
  { label: 'Dataset Home', to: '/dataset/$dataset', need: 'member', icon: Database },
  { label: 'Query', to: '/$dataset/query', need: 'subjects', icon: Search },
  { label: 'Results', to: '/$dataset/results', need: 'subjects', icon: Table2 },
  { label: 'Aggregate', to: '/$dataset/aggregate', need: 'aggregates', icon: ChartColumn },
];

/** The screens of a dataset that its member may open, in the order of the header. */
export const navigationItems = (dataset: DatasetDetail): readonly NavigationItem[] =>
  items.filter((item) => mayOpen(item.need, dataset));
