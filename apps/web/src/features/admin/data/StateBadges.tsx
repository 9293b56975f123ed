import type { DataRelease, ImportItem, ReleaseIndex } from '@atrium/contract/wire/adminData';
import { Badge, Stack, Text } from '@mantine/core';
import { formatBytes } from '../../../lib/formatBytes.ts';
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

/** The state of an index with its size, and why there is none. */
export const IndexCell = ({ index: { state, bytes, fault } }: { readonly index: ReleaseIndex }) => (
  <Stack gap={0}>
    {words.releases.indexStates[state]}
    {(fault !== null || bytes !== null) && (
      <Text span size="xs" c="dimmed">
        {fault ?? formatBytes(bytes ?? 0)}
      </Text>
    )}
  </Stack>
);
