import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Drawer, Text } from '@mantine/core';
import { MainNavigation } from './MainNavigation.tsx';

export interface SmallMenuDrawerProps {
  readonly dataset: DatasetDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function SmallMenuDrawer({ dataset, opened, onClose }: SmallMenuDrawerProps) {
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      size="18rem"
      title={<Text fw={650}>{dataset.name}</Text>}
      closeButtonProps={{ 'aria-label': 'Close the menu' }}
    >
      <MainNavigation dataset={dataset} layout="list" />
    </Drawer>
  );
}
