import type { AskedDefinition } from '@atrium/contract';
import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import classes from './Asked.module.css';
import { askedQuery } from './queries.ts';
import { words } from './words.ts';

/** What was asked at a line, in words and as the definition itself; loaded when it is opened. */
export function Asked({ line }: { readonly line: number }) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  return (
    <>
      {' '}
      <Anchor
        component="button"
        type="button"
        inherit
        aria-expanded={isOpen}
        aria-controls={id}
        aria-label={words.askedAt(line)}
        onClick={() => setIsOpen(!isOpen)}
      >
        {words.asked}
      </Anchor>
      <div id={id}>{isOpen && <Definitions line={line} />}</div>
    </>
  );
}

function Definitions({ line }: { readonly line: number }) {
  const { data, error } = useQuery(askedQuery(line));
  if (error !== null)
    return (
      <Text size="sm" c="var(--atrium-danger)" role="alert">
        {describeError(error)}
      </Text>
    );
  if (data === undefined) return <Skeleton h={48} mt="xs" />;
  if (data.length === 0) return <Text size="sm">{words.askedLost}</Text>;
  return data.map((asked) => <Definition key={asked.kind} asked={asked} />);
}

function Definition({ asked: { kind, description, definition, hash } }: { readonly asked: AskedDefinition }) {
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
