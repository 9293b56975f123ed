import type { RecordedDefinitionView } from '@atrium/contract/wire/audit';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { recordedQuery } from './auditQueries.ts';
import { words } from './auditWords.ts';
import classes from './RecordedQuery.module.css';

/** The recorded query of a line, in words and as the definition itself. It is loaded when it is opened. */
export function RecordedQuery({ line }: { readonly line: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      {' '}
      <Anchor
        component="button"
        type="button"
        inherit
        py={2}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={words.recordedQueryOf(line)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.recordedQuery}
      </Anchor>
      <div id={id}>{isOpen && <Definitions line={line} />}</div>
    </>
  );
}

function Definitions({ line }: { readonly line: number }) {
  const { data, error, refetch } = useQuery(recordedQuery(line));
  if (error !== null) return <FailedAlert says={describeError(error)} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton h={48} mt="xs" />;
  if (data.length === 0) return <Text size="sm">{words.recordedQueryLost}</Text>;
  return data.map((recorded) => <Definition key={recorded.kind} recorded={recorded} />);
}

function Definition({ recorded }: { readonly recorded: RecordedDefinitionView }) {
  const { kind, description, definition, hash } = recorded;
  return (
    <section className={classes.definition} aria-label={words.kinds[kind]}>
      <Text size="sm" fw={600}>
        {words.kinds[kind]}
      </Text>
      <p className={classes.words}>{description}</p>
      <details>
        <summary className={classes.summary}>{words.exactly}</summary>
        <p className={classes.hash}>SHA-256 {hash}</p>
        <CodeBlock
          code={JSON.stringify(definition, null, 2)}
          name={words.copyName(words.kinds[kind])}
          copy={words.copy}
          done={words.copied}
        />
      </details>
    </section>
  );
}
