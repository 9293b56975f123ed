import type { DataRelease, ImportItem } from '@atrium/contract/wire/adminData';
import { Badge } from '@mantine/core';
import { words } from './dataWords.ts';

const importColours: Readonly<Record<ImportItem['state'], string>> = {
  waiting: 'gray',
  running: 'tide',
  done: 'green',
  refused: 'orange',
  failed: 'red',
  cancelled: 'gray',
  interrupted: 'orange',
};

export const ImportBadge = ({ state }: Pick<ImportItem, 'state'>) => (
  <Badge variant="light" tt="none" miw="max-content" color={importColours[state]}>
    {words.imports.states[state]}
  </Badge>
);

const releaseColours: Readonly<Record<DataRelease['state'], string>> = {
  building: 'tide',
  built: 'yellow',
  live: 'green',
  retired: 'gray',
  failed: 'red',
};

export const ReleaseBadge = ({ state, isKept }: Pick<DataRelease, 'state' | 'isKept'>) => (
  <Badge variant="light" tt="none" miw="max-content" color={isKept ? releaseColours[state] : 'gray'}>
    {isKept ? words.releases.states[state] : words.releases.gone}
  </Badge>
);
