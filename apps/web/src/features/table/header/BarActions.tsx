import { ActionIcon, Button, type ButtonProps, Loader, Menu } from '@mantine/core';
import { EllipsisVertical, type LucideIcon } from 'lucide-react';
import { words } from '../words.ts';
import classes from './HeaderBar.module.css';

export interface BarChoice {
  readonly label: string;
  readonly detail: string;
  readonly onClick: () => void;
}

interface ActionLook {
  readonly label: string;
  /** What the action would do now, in full; begins with the label. */
  readonly name?: string;
  readonly isDisabled?: boolean;
  readonly icon: LucideIcon;
  readonly isBusy?: boolean;
  /** Present on a button that switches something on and off. */
  readonly isOn?: boolean;
}

/** A button of the bar: it acts at once, or offers choices. */
export type BarAction = ActionLook &
  ({ readonly onClick: () => void } | { readonly choices: readonly BarChoice[] });

interface BarActionsProps {
  readonly actions: readonly BarAction[];
}

/** Buttons with their icon above the label; a menu where there is little room. */
export function BarActions({ actions }: BarActionsProps) {
  return (
    <>
      <div className={classes.actions}>
        {actions.map((action) =>
          'choices' in action ? (
            <Menu key={action.label} position="bottom-end">
              <Menu.Target>
                <BarButton {...look(action)} />
              </Menu.Target>
              <Menu.Dropdown>
                <Choices of={action.choices} />
              </Menu.Dropdown>
            </Menu>
          ) : (
            <BarButton key={action.label} {...look(action)} onClick={action.onClick} />
          ),
        )}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" className={classes.menu} aria-label={words.more}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <MenuPart key={action.label} action={action} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

const look = ({ label, name = label, icon, isBusy = false, isDisabled = false, isOn }: ActionLook) => ({
  label,
  name,
  icon,
  isBusy,
  isDisabled,
  ...(isOn === undefined ? {} : { isOn }),
});

function BarButton({
  label,
  name = label,
  icon: Icon,
  isBusy = false,
  isDisabled = false,
  isOn,
  ...button
}: ActionLook & ButtonProps & { readonly onClick?: () => void }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      {...button}
      className={classes.action}
      disabled={isBusy || isDisabled}
      aria-pressed={isOn}
      {...(name !== label && { 'aria-label': name, title: name })}
    >
      {isBusy ? <Loader size={18} aria-hidden /> : <Icon size={18} aria-hidden />}
      <span>{label}</span>
    </Button>
  );
}

function MenuPart({ action }: { readonly action: BarAction }) {
  const { label, name = label, icon: Icon, isBusy = false, isDisabled = false } = action;
  if ('choices' in action) {
    return (
      <>
        <Menu.Divider />
        <Menu.Label>{label}</Menu.Label>
        <Choices of={action.choices} isBusy={isBusy} />
      </>
    );
  }
  return (
    <Menu.Item
      leftSection={<Icon size={16} aria-hidden />}
      disabled={isBusy || isDisabled}
      onClick={action.onClick}
    >
      {name}
    </Menu.Item>
  );
}

interface ChoicesProps {
  readonly of: readonly BarChoice[];
  readonly isBusy?: boolean;
}

const Choices = ({ of, isBusy = false }: ChoicesProps) =>
  of.map(({ label, detail, onClick }) => (
    <Menu.Item key={label} disabled={isBusy} onClick={onClick}>
      {label}
      <span className={classes.detail}>{detail}</span>
    </Menu.Item>
  ));
