import { Alert, List, Notification } from '@mantine/core';
import { CircleAlert, TriangleAlert } from './icons.ts';

interface ProblemsProps {
  readonly title: string;
  readonly problems: readonly string[];
  readonly onDismiss: () => void;
}

/** Why an action failed. */
export function Problems({ title, problems, onDismiss }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notification
      role="alert"
      color="red"
      icon={<CircleAlert size={18} aria-hidden />}
      title={title}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
      onClose={onDismiss}
    >
      <Sentences of={problems} />
    </Notification>
  );
}

/** What was left out of a definition that can still be used. */
export function Warnings({ warnings }: { readonly warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <Alert color="yellow" radius={0} p="sm" icon={<TriangleAlert size={18} />} title="Please note">
      <Sentences of={warnings} />
    </Alert>
  );
}

/** One sentence as text, several as a list. */
export function Sentences({ of }: { readonly of: readonly string[] }) {
  if (of.length === 1) return of[0];
  return (
    <List size="sm">
      {of.map((sentence) => (
        <List.Item key={sentence}>{sentence}</List.Item>
      ))}
    </List>
  );
}
