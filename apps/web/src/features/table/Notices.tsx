import { Alert, List } from '@mantine/core';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { words } from './words.ts';

interface NoticesProps {
  /** Why the last edit was not made. */
  readonly problems: readonly string[];
  readonly onDismiss: () => void;
  /** What was dropped from the table or the cohort, and still answers. */
  readonly warnings: readonly string[];
}

/** What is to be said above the table. */
export function Notices({ problems, onDismiss, warnings }: NoticesProps) {
  return (
    <>
      {problems.length > 0 && (
        <Alert
          role="alert"
          color="red"
          radius={0}
          p="sm"
          icon={<CircleAlert size={18} />}
          title={words.editFailed}
          withCloseButton
          closeButtonLabel={words.dismiss}
          onClose={onDismiss}
        >
          <Sentences of={problems} />
        </Alert>
      )}
      {warnings.length > 0 && (
        <Alert color="yellow" radius={0} p="sm" icon={<TriangleAlert size={18} />} title={words.warnings}>
          <Sentences of={warnings} />
        </Alert>
      )}
    </>
  );
}

/** One sentence as it is, several as a list. */
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
