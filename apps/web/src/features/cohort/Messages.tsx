import { Alert, List } from '@mantine/core';
import { CircleAlert, TriangleAlert } from '../../ui/icons.ts';

interface MessagesProps {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** Errors and warnings of an edit or a definition; empty ones are dropped. */
export function Messages({ errors, warnings }: MessagesProps) {
  return (
    <>
      <MessageList color="red" icon={<CircleAlert size={18} />} messages={errors} />
      <MessageList color="yellow" icon={<TriangleAlert size={18} />} messages={warnings} />
    </>
  );
}

interface MessageListProps {
  readonly color: string;
  readonly icon: React.ReactNode;
  readonly messages: readonly string[];
}

function MessageList({ color, icon, messages }: MessageListProps) {
  const shown = [...new Set(messages)].filter((message) => message.trim() !== '');
  if (shown.length === 0) return null;
  return (
    <Alert color={color} icon={icon} role="alert" p="sm">
      {shown.length === 1 ? (
        shown[0]
      ) : (
        <List size="sm">
          {shown.map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
    </Alert>
  );
}
