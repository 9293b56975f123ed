import type { DatasetDetail } from '@atrium/contract';
import { Drawer, Text } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { useState } from 'react';
import { LabelledIconButton } from '../../ui/LabelledIconButton.tsx';
import { MainNavigation } from './MainNavigation.tsx';

/** The main navigation behind a button, for windows below the medium width; choosing a screen closes it. */
export function SmallMenu({ dataset }: { readonly dataset: DatasetDetail }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedOn, setOpenedOn] = useState<string>();
  return (
    <>
      <LabelledIconButton
        label="Open the menu"
        hiddenFrom="md"
        aria-haspopup="dialog"
        onClick={() => setOpenedOn(pathname)}
      >
        <MenuIcon size={20} aria-hidden />
      </LabelledIconButton>
      <Drawer
        opened={openedOn === pathname}
        onClose={() => setOpenedOn(undefined)}
        size="18rem"
        title={<Text fw={650}>{dataset.name}</Text>}
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <MainNavigation dataset={dataset} layout="list" />
      </Drawer>
    </>
  );
}
