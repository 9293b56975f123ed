import type { CodeList } from '@atrium/contract/wire/methods';
import { Accordion, Table, Text } from '@mantine/core';
import { Section } from '../../../ui/Section.tsx';
import { methodsWords as words } from '../reportWords.ts';
import classes from './Methods.module.css';

/** The codes that the filters of a report stand for, one list a filter. */
export const CodeLists = ({ lists }: { readonly lists: readonly CodeList[] }) =>
  lists.length > 0 && (
    <Section title={words.codeLists} detail={words.codeListsDetail}>
      <Accordion multiple variant="contained" order={3}>
        {lists.map((list, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may be of one concept
          <Accordion.Item key={index} value={String(index)}>
            <Accordion.Control>
              {list.concept} · {words.codes(list.terms.length)}
            </Accordion.Control>
            <Accordion.Panel>
              <Codes list={list} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Section>
  );

function Codes({ list: { concept, ontology, chosen, terms, isCut } }: { readonly list: CodeList }) {
  const named = chosen.map(({ code, label }) => `${label} (${code})`).join(', ');
  return (
    <>
      <Text size="sm" c="dimmed">
        {[ontology.title, ontology.version].filter(Boolean).join(', ')}
      </Text>
      <Text size="sm">{words.chosen(named)}</Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={classes.codes} aria-label={`${words.codeLists}: ${concept}`} tabIndex={0}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.code}</Table.Th>
              <Table.Th>{words.term}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {terms.map(({ code, label }) => (
              <Table.Tr key={code}>
                <Table.Td>{code}</Table.Td>
                <Table.Td>{label}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
      {isCut && <Text size="sm">{words.isCut}</Text>}
    </>
  );
}
