import { Anchor, Card, Code, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { guideWords as words } from './guideWords.ts';
import classes from './TransferGuide.module.css';

export interface TransferGuideProps {
  /** The folder of the transfer server that holds the data. */
  readonly folder: string;
  /** A link to the page of the SSH keys. */
  readonly toKeys: ReactNode;
  /** Whom to write to; empty when there is no one. */
  readonly supportEmail: string;
}

/** How to download with the transfer service, in the browser and on the command line; its contents stand beside it. */
export function TransferGuide({ folder, toKeys, supportEmail }: TransferGuideProps) {
  return (
    <div className={classes.page}>
      <nav aria-label={words.contents} className={classes.contents}>
        <Text fw={650} size="sm" mb={6}>
          {words.contents}
        </Text>
        <ol>
          {chapters.map(({ id, title }) => (
            <li key={id}>
              <Anchor href={`#${id}`} size="sm">
                {title}
              </Anchor>
            </li>
          ))}
        </ol>
      </nav>
      <Stack gap="lg" component="article" miw={0}>
        <PlugIn />
        <CommandLine toKeys={toKeys} folder={folder} />
        <Network />
        <Folder folder={folder} />
        <Help supportEmail={supportEmail} />
      </Stack>
    </div>
  );
}

const chapters = [
  { id: 'plug-in', title: words.plugIn },
  { id: 'command-line', title: words.commandLine },
  { id: 'network', title: words.network },
  { id: 'folder', title: words.folder },
  { id: 'help', title: words.help },
] as const;

interface ChapterProps {
  readonly of: (typeof chapters)[number]['id'];
  readonly children: ReactNode;
}

function Chapter({ of, children }: ChapterProps) {
  const title = chapters.find(({ id }) => id === of)?.title;
  return (
    <Card component="section" aria-labelledby={of} padding="lg">
      <Stack gap="md">
        <Title order={2} size="h3" id={of} className={classes.target ?? ''}>
          {title}
        </Title>
        {children}
      </Stack>
    </Card>
  );
}

/** A command that scrolls makes its step no wider than the page. */
const stepClasses = { itemWrapper: classes.step ?? '', itemLabel: classes.step ?? '' };

const Steps = ({ of }: { readonly of: readonly ReactNode[] }) => (
  <List type="ordered" spacing="xs" classNames={stepClasses}>
    {of.map((step, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the steps are fixed
      <List.Item key={index}>{step}</List.Item>
    ))}
  </List>
);

const Copied = ({ code, what }: { readonly code: string; readonly what: string }) => (
  <CodeBlock code={code} name={words.copyName(what)} copy={words.copy} done={words.copied} />
);

function PlugIn() {
  return (
    <Chapter of="plug-in">
      <Text>{words.plugInDetail}</Text>
      <Steps of={words.plugInSteps} />
      <Text size="sm" c="dimmed">
        {words.plugInMissing}
      </Text>
    </Chapter>
  );
}

function CommandLine({ folder, toKeys }: Pick<TransferGuideProps, 'folder' | 'toKeys'>) {
  return (
    <Chapter of="command-line">
      <Text>{words.commandLineDetail}</Text>
      <Steps
        of={[
          words.install,
          <Stack key="make" gap="xs">
            <span>{words.makeKey}</span>
            <Copied what={words.keyCommand} code="ssh-keygen -t rsa -b 4096 -f ~/.ssh/aspera_key" />
          </Stack>,
          <span key="send">
            {words.sendKey} {toKeys}. {words.keepPrivate}
          </span>,
          words.openPorts,
          <Stack key="download" gap="xs">
            <span>{words.download}</span>
            <Copied
              what={words.downloadCommand}
              code={`ascp -P 33001 -O 33001 -k 2 -l 300M -i ~/.ssh/aspera_key USER@HOST:${folder}/FILE ./`}
            />
            <Text size="sm" c="dimmed">
              {words.resume}
            </Text>
          </Stack>,
          words.script,
        ]}
      />
    </Chapter>
  );
}

function Network() {
  return (
    <Chapter of="network">
      <Text>{words.networkDetail}</Text>
      <Table aria-label={words.network} withTableBorder={false} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.port}</Table.Th>
            <Table.Th>{words.protocol}</Table.Th>
            <Table.Th>{words.purpose}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {words.ports.map(([port, protocol, purpose]) => (
            <Table.Tr key={port}>
              <Table.Td>
                <Code>{port}</Code>
              </Table.Td>
              <Table.Td>{protocol}</Table.Td>
              <Table.Td>{purpose}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text>{words.blocked}</Text>
    </Chapter>
  );
}

function Folder({ folder }: Pick<TransferGuideProps, 'folder'>) {
  return (
    <Chapter of="folder">
      <Text>
        {words.folderDetail} <Code>{folder}</Code>
      </Text>
      <Text>{words.folderAccess}</Text>
    </Chapter>
  );
}

function Help({ supportEmail }: Pick<TransferGuideProps, 'supportEmail'>) {
  return (
    <Chapter of="help">
      <List spacing="xs">
        {words.troubles.map(([trouble, remedy]) => (
          <List.Item key={trouble}>
            <Text span fw={600}>
              {trouble}
            </Text>{' '}
            {remedy}
          </List.Item>
        ))}
      </List>
      {supportEmail !== '' && (
        <Text>
          {words.write} <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>
        </Text>
      )}
    </Chapter>
  );
}
