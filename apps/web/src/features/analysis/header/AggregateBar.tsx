import { ActionIcon, Button, Menu, Title } from '@mantine/core';
import { ChevronDown, Download, EllipsisVertical, type LucideIcon } from 'lucide-react';
import { useArrivalFocus } from '../../../ui/useArrivalFocus.ts';
import { words } from '../words.ts';
import classes from './AggregateBar.module.css';

export interface BarAction {
  readonly label: string;
  /** What screen readers say where the label alone could mean something else on the page; begins with the label. */
  readonly name?: string;
  readonly icon: LucideIcon;
  readonly onClick: () => void;
  readonly isDisabled?: boolean;
}

/** The ways to save the figures; one needs no choice, and none means that there is nothing to save. */
export interface Downloads {
  readonly choices: readonly { readonly label: string; readonly onClick: () => void }[];
  readonly isEmpty: boolean;
  readonly isBusy: boolean;
}

interface AggregateBarProps {
  readonly actions: readonly BarAction[];
  readonly downloads: Downloads | undefined;
}

/** The title of the screen, and what can be done with the cross-tab as a whole. */
export function AggregateBar({ actions, downloads }: AggregateBarProps) {
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <header className={classes.bar}>
      <Title order={1} size="h2" ref={heading} tabIndex={-1}>
        {words.title}
      </Title>
      <div className={classes.actions}>
        {actions.map(({ label, name = label, icon: Icon, onClick, isDisabled = false }) => (
          <Button
            key={label}
            variant="subtle"
            color="gray"
            className={classes.action}
            aria-label={name}
            disabled={isDisabled}
            onClick={onClick}
          >
            <Icon size={18} aria-hidden />
            <span>{label}</span>
          </Button>
        ))}
        {downloads !== undefined && <DownloadButton {...downloads} />}
      </div>
      <SmallMenu actions={actions} downloads={downloads} />
    </header>
  );
}

function DownloadButton({ choices, isEmpty, isBusy }: Downloads) {
  const [only, another] = choices;
  const look = {
    variant: 'subtle',
    color: 'gray',
    className: `${classes.action}`,
    loading: isBusy,
    disabled: isEmpty,
  };
  const face = (
    <>
      <Download size={18} aria-hidden />
      <span className={classes.face}>
        {words.download}
        {another !== undefined && <ChevronDown size={13} aria-hidden />}
      </span>
    </>
  );
  if (isEmpty || another === undefined) {
    return (
      <Button {...look} onClick={() => only?.onClick()}>
        {face}
      </Button>
    );
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button {...look}>{face}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same where there is little room. */
function SmallMenu({ actions, downloads }: AggregateBarProps) {
  const isLone = downloads?.choices.length === 1;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" className={classes.menu} aria-label={words.more}>
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, name = label, icon: Icon, onClick, isDisabled = false }) => (
          <Menu.Item
            key={label}
            leftSection={<Icon size={16} aria-hidden />}
            aria-label={name}
            disabled={isDisabled}
            onClick={onClick}
          >
            {label}
          </Menu.Item>
        ))}
        {downloads?.choices.map(({ label, onClick }) => (
          <Menu.Item
            key={label}
            leftSection={<Download size={16} aria-hidden />}
            disabled={downloads.isEmpty || downloads.isBusy}
            onClick={onClick}
          >
            {isLone ? words.download : `${words.download}: ${label}`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
