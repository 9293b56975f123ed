import { Badge } from '@mantine/core';
import { deskWords as words } from './deskWords.ts';

interface FitProps {
  readonly cells: number;
  readonly ofCells: number;
}

/** How many cells fit. */
export const Fit = ({ cells, ofCells }: FitProps) => (
  <Badge variant="light" color={cells === ofCells ? 'green' : 'orange'} tt="none" fw={500}>
    {ofCells === 0 ? words.columns.empty : words.columns.fits(cells, ofCells)}
  </Badge>
);
