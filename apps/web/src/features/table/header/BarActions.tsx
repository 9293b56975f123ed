import { ActionIcon, Button, Loader, Menu } from '@mantine/core';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { words } from '../words.ts';
import classes from './HeaderBar.module.css';

export interface BarAction {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly isBusy?: boolean;
}

interface BarActionsProps {
  readonly actions: readonly BarAction[];
}

/** Buttons with their icon above the label; a menu where there is little room. */
export function BarActions({ actions }: BarActionsProps) {
  return (
    <>
      <div className={classes.actions}>
        {actions.map(({ label, icon: Icon, onClick, isBusy = false }) => (
          <Button
            key={label}
            variant="subtle"
            color="gray"
            className={classes.action}
            onClick={onClick}
            disabled={isBusy}
          >
            {isBusy ? <Loader size={18} aria-hidden /> : <Icon size={18} aria-hidden />}
            <span>{label}</span>
          </Button>
        ))}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" className={classes.menu} aria-label={words.more}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon: Icon, onClick, isBusy = false }) => (
            <Menu.Item
              key={label}
              leftSection={<Icon size={16} aria-hidden />}
              disabled={isBusy}
              onClick={onClick}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
