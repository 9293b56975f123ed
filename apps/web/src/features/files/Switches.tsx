import { fileCategories, localTag } from '@atrium/contract/wire/files';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useId } from 'react';
import type { DownloadAddress } from './downloadAddress.ts';
import { categoryNames, words } from './filesWords.ts';

/** The second source of files, as the site names it. */
export interface SecondSource {
  readonly tag: string;
  readonly label: string;
}

export interface SwitchesProps {
  readonly address: DownloadAddress;
  readonly secondSource: SecondSource | null;
  readonly onAddress: (change: Partial<DownloadAddress>) => void;
}

/** Which files are shown: their category and their source. Only data files have a second source. */
export function Switches({ address, secondSource, onAddress }: SwitchesProps) {
  const isSmall = useMediaQuery('(max-width: 36em)', false, { getInitialValueInEffect: false });
  const orientation = isSmall ? 'vertical' : 'horizontal';
  const isOnlyLocal = address.category !== 'data';
  const hint = useId();
  return (
    <Group gap="lg" align="end">
      <Switch label={words.category} isWide={isSmall}>
        {(label) => (
          <SegmentedControl
            aria-labelledby={label}
            orientation={orientation}
            fullWidth={isSmall}
            data={fileCategories.map((value) => ({ value, label: categoryNames[value] }))}
            value={address.category}
            onChange={(value) => {
              const category = fileCategories.find((one) => one === value);
              if (category !== undefined) onAddress({ category });
            }}
          />
        )}
      </Switch>
      {secondSource !== null && (
        <Switch label={words.source} isWide={isSmall}>
          {(label) => (
            <>
              <SegmentedControl
                aria-labelledby={label}
                {...(isOnlyLocal && { 'aria-describedby': hint })}
                orientation={orientation}
                fullWidth={isSmall}
                data={[
                  { value: localTag, label: words.localSource },
                  { value: secondSource.tag, label: secondSource.label, disabled: isOnlyLocal },
                ]}
                value={address.source}
                onChange={(source) => onAddress({ source })}
              />
              {isOnlyLocal && (
                <Text size="xs" c="dimmed" id={hint}>
                  {words.sourceOnlyData}
                </Text>
              )}
            </>
          )}
        </Switch>
      )}
    </Group>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isWide: boolean;
  readonly children: (labelId: string) => React.ReactNode;
}

function Switch({ label, isWide, children }: SwitchProps) {
  const id = useId();
  return (
    <Stack gap={4} {...(isWide && { w: '100%' })}>
      <Text size="sm" fw={600} id={id}>
        {label}
      </Text>
      {children(id)}
    </Stack>
  );
}
