import { comparableText, wordRankOf, wordSearch } from '@atrium/contract/search/wordSearch';
import { Anchor, Badge, Code, Group, List, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { portalAddress } from '../../api/installation.ts';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { SearchBox } from '../../ui/SearchBox.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import classes from './ApiDescription.module.css';
import { type ApiCall, apiOptions, callsOf, type Schema } from './apiDocument.ts';
import { permissionText, words } from './apiWords.ts';
import { linesOf, typeOf } from './schemaLines.ts';

/** Every call of the portal, in words (rule 11.41). The list is made of the document that programs get. */
export function ApiDescription() {
  const { data, error, refetch } = useQuery(apiOptions);
  const calls = useMemo(() => (data === undefined ? [] : callsOf(data)), [data]);
  return (
    <Stack gap="lg">
      <PageHeader title={words.title} description={words.detail} />
      <Stack gap="sm" component="section" aria-labelledby="begin">
        <Title order={2} size="h3" id="begin">
          {words.begin}
        </Title>
        <List type="ordered" spacing="xs">
          {words.steps.map((step) => (
            <List.Item key={step}>{step}</List.Item>
          ))}
        </List>
        <CodeBlock
          code={`curl -H "Authorization: Bearer $ATRIUM_TOKEN" ${addressOf('/api/v2/dataset/')}`}
          name={`${words.copy} ${words.example}`}
          copy={words.copy}
          done={words.copied}
        />
        <Group gap="lg">
          <Link to="/account" search={{ tab: 'tokens' }} className={classes.link}>
            {words.account}
          </Link>
          <Anchor href={addressOf('/api/v2/openapi.json')} className={classes.link}>
            {words.document}
          </Anchor>
        </Group>
      </Stack>
      {error !== null && data === undefined ? (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(error)}
          onRetry={() => void refetch()}
        />
      ) : data === undefined ? (
        <Skeleton h={480} aria-busy="true" role="status" aria-label={words.loading} />
      ) : (
        <Calls calls={calls} />
      )}
    </Stack>
  );
}

const addressOf = (path: string): string => new URL(portalAddress(path), window.location.origin).href;

function Calls({ calls }: { readonly calls: readonly ApiCall[] }) {
  const [search, setSearch] = useState('');
  const wanted = wordSearch(search);
  const found = calls.filter(
    ({ path, summary }) => wordRankOf(comparableText(`${summary} ${path}`), wanted) !== null,
  );
  const groups = [...new Set(found.map(({ group }) => group))].toSorted();
  return (
    <>
      <Group gap="md" align="end">
        <SearchBox label={words.search} value={search} onSearch={setSearch} />
        <Text size="sm" c="dimmed" role="status">
          {words.found(found.length)}
        </Text>
      </Group>
      {groups.length === 0 && <StateMessage kind="empty" title={words.none} detail={words.noneDetail} />}
      {groups.map((group) => (
        <section key={group} aria-labelledby={`calls-${group}`} className={classes.group}>
          <Title order={2} size="h4" id={`calls-${group}`} className={classes.title ?? ''}>
            {group}
          </Title>
          {found
            .filter((call) => call.group === group)
            .map((call) => (
              <Call key={`${call.method} ${call.path}`} call={call} />
            ))}
        </section>
      ))}
    </>
  );
}

/** One call; its fields are written when it is opened. */
function Call({ call }: { readonly call: ApiCall }) {
  const [isOpen, setIsOpen] = useState(false);
  const { method, path, summary, permission, scope, parameters, body, reply } = call;
  const name = `${method} ${path}`;
  return (
    <details className={classes.call} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>
        <Badge variant="light" color={method === 'GET' ? 'tide' : 'ember'} radius="sm">
          {method}
        </Badge>
        <span className={classes.path}>{path}</span>
        <span className={classes.summary}>{summary}</span>
      </summary>
      {isOpen && (
        <Stack gap="sm" className={classes.parts ?? ''}>
          <Text size="sm">
            {words.needs}: {permissionText(permission)}. {words.token}:{' '}
            {scope === null ? words.noToken : <Code>{scope}</Code>}.
          </Text>
          {parameters.length > 0 && (
            <Fields
              label={words.fieldsOf(words.parameters, name)}
              title={words.parameters}
              lines={parameters.map(({ name: field, place, schema }) => ({
                key: `${place} ${field}`,
                depth: 0,
                name: field,
                type: `${typeOf(schema)} (${place})`,
                isRequired: place === 'path',
              }))}
            />
          )}
          {body !== null && (
            <Shape label={words.fieldsOf(words.body, name)} title={words.body} schema={body} />
          )}
          {reply !== null && (
            <Shape label={words.fieldsOf(words.reply, name)} title={words.reply} schema={reply} />
          )}
        </Stack>
      )}
    </details>
  );
}

interface PartProps {
  readonly label: string;
  readonly title: string;
}

function Shape({ schema, ...part }: PartProps & { readonly schema: Schema }) {
  const lines = linesOf(schema);
  if (lines.length > 0) return <Fields {...part} lines={lines} />;
  return (
    <Text size="sm">
      {part.title}: {typeOf(schema)}
    </Text>
  );
}

function Fields({ label, title, lines }: PartProps & { readonly lines: ReturnType<typeof linesOf> }) {
  return (
    <div>
      <Text size="sm" fw={650}>
        {title}
      </Text>
      <Table aria-label={label} className={classes.fields ?? ''} verticalSpacing={3} horizontalSpacing="sm">
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{words.field}</Table.Th>
            <Table.Th scope="col">{words.type}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ key, depth, name, type, isRequired }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" style={{ paddingInlineStart: `${0.75 + depth}rem` }}>
                {name}
              </Table.Th>
              <Table.Td>
                {type}
                {isRequired && `, ${words.required}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
