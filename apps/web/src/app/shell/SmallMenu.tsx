import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { Menu as MenuIcon } from '../../ui/icons.ts';
import { TitledIconButton } from '../../ui/TitledIconButton.tsx';

const SmallMenuDrawer = lazy(async () => ({
  default: (await import('./SmallMenuDrawer.tsx')).SmallMenuDrawer,
}));

/** A button that opens the main navigation, in windows below the medium width. Choosing a screen closes it. */
export function SmallMenu({ dataset }: { readonly dataset: DatasetDetail }) {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [openedOn, setOpenedOn] = useState<string>();
  const [wanted, setWanted] = useState(false);
  const open = () => {
    setWanted(true);
    setOpenedOn(pathname);
  };
  return (
    <>
      <TitledIconButton label="Open the menu" hiddenFrom="md" aria-haspopup="dialog" onClick={open}>
        <MenuIcon size={20} aria-hidden />
      </TitledIconButton>
      {wanted && (
        <Suspense>
          <SmallMenuDrawer
            dataset={dataset}
            opened={openedOn === pathname}
            onClose={() => setOpenedOn(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}
