import { ActionIcon, Button, type ButtonProps, Loader, Menu, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Icon } from '../drawIcon.tsx';
import { ChevronDown, EllipsisVertical } from '../icons.ts';
import { useArrivalFocus } from '../useArrivalFocus.ts';
import classes from './ActionBar.module.css';

export interface BarChoice {
  readonly label: string;
  readonly detail?: string;
  readonly onClick: () => void;
}

interface ActionLook {
  readonly label: string;
  /** The full description of the action; it begins with the label. */
  readonly name?: string;
  readonly icon: Icon;
  readonly isDisabled?: boolean;
  readonly isBusy?: boolean;
  /** Present on a button that switches something on and off. */
  readonly isOn?: boolean;
  /** Whether an arrow shows that there are choices. */
  readonly hasArrow?: boolean;
}

/** A button of the bar: it acts at once, or offers choices. */
export type BarAction = ActionLook &
  ({ readonly onClick: () => void } | { readonly choices: readonly BarChoice[] });

interface ActionBarProps {
  readonly title: string;
  /** A line below the title. */
  readonly detail?: ReactNode;
  readonly actions: readonly BarAction[];
  /** The accessible name of the menu that has the actions where there is little room. */
  readonly menuLabel: string;
  /** Whether the buttons are close together, because there are many. */
  readonly isDense?: boolean;
}

/** The heading of a screen, and the actions on what it shows. */
export function ActionBar({ title, detail, actions, menuLabel, isDense = false }: ActionBarProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <header className={classes.bar} data-dense={isDense}>
      <div className={classes.titles}>
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {detail}
      </div>
      <div className={classes.actions}>
        {actions.map((action) => (
          <WideAction key={action.label} action={action} />
        ))}
      </div>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size="lg" className={classes.menu} aria-label={menuLabel}>
            <EllipsisVertical size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <MenuAction key={action.label} action={action} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </header>
  );
}

/** A button with its icon above the label; one with choices opens a menu. */
function WideAction({ action }: { readonly action: BarAction }) {
  if (!('choices' in action)) {
    const { onClick, ...look } = action;
    return <BarButton {...look} onClick={onClick} />;
  }
  const { choices, ...look } = action;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <BarButton {...look} />
      </Menu.Target>
      <Menu.Dropdown>
        <Choices of={choices} />
      </Menu.Dropdown>
    </Menu>
  );
}

function BarButton({
  label,
  name = label,
  icon: Icon,
  isBusy = false,
  isDisabled = false,
  isOn,
  hasArrow = false,
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
      <span className={classes.label}>
        {label}
        {hasArrow && <ChevronDown size={13} aria-hidden />}
      </span>
    </Button>
  );
}

/** The action as an item of the menu; choices with details are under a heading. */
function MenuAction({ action }: { readonly action: BarAction }) {
  const { label, name = label, icon: Icon, isBusy = false, isDisabled = false } = action;
  const look = { leftSection: <Icon size={16} aria-hidden />, disabled: isBusy || isDisabled };
  if (!('choices' in action)) {
    return (
      <Menu.Item {...look} onClick={action.onClick}>
        {name}
      </Menu.Item>
    );
  }
  if (action.choices.every(({ detail }) => detail === undefined)) {
    return action.choices.map((choice) => (
      <Menu.Item key={choice.label} {...look} onClick={choice.onClick}>
        {`${label}: ${choice.label}`}
      </Menu.Item>
    ));
  }
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{label}</Menu.Label>
      <Choices of={action.choices} isDisabled={look.disabled} />
    </>
  );
}

interface ChoicesProps {
  readonly of: readonly BarChoice[];
  readonly isDisabled?: boolean;
}

const Choices = ({ of, isDisabled = false }: ChoicesProps) =>
  of.map(({ label, detail, onClick }) => (
    <Menu.Item key={label} disabled={isDisabled} onClick={onClick}>
      {label}
      {detail !== undefined && <span className={classes.detail}>{detail}</span>}
    </Menu.Item>
  ));
