import { NativeSelect, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { mayOpenSubjects } from '../../../api/memberRights.ts';
import { datasetsQuery, membershipsQuery } from '../../../api/session.ts';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Section } from '../../../ui/Section.tsx';
import { tokenWords as words } from '../accessWords.ts';
import { environmentLine, exampleCode, languages } from './exampleCode.ts';

export interface ExamplesProps {
  /** The dataset of the examples; the first one where the address names none. */
  readonly dataset: string | undefined;
  readonly onDataset: (dataset: string) => void;
}

/** Example programs that run without changes: they contain this portal's address and the chosen dataset. */
export function Examples({ dataset, onDataset }: ExamplesProps) {
  const datasets = useQuery(datasetsQuery).data?.filter(({ selectable }) => selectable) ?? [];
  const memberships = useQuery(membershipsQuery).data ?? [];
  const memberOf = (uniqueId: string) => memberships.find((one) => one.dataset === uniqueId);
  const chosen =
    datasets.find(({ uniqueId }) => uniqueId === dataset) ??
    datasets.find(({ uniqueId }) => memberOf(uniqueId) !== undefined) ??
    datasets[0];
  if (chosen === undefined) return null;
  const member = memberOf(chosen.uniqueId);
  const hasRows = member === undefined || mayOpenSubjects(member);
  const example = { origin: window.location.origin, dataset: chosen.uniqueId, hasRows };
  return (
    <Section title={words.examples} detail={words.examplesDetail}>
      <Stack gap="md">
        <NativeSelect
          label={words.dataset}
          maw="22rem"
          data={datasets.map(({ uniqueId, name }) => ({ value: uniqueId, label: name }))}
          value={chosen.uniqueId}
          onChange={({ currentTarget }) => onDataset(currentTarget.value)}
        />
        {!hasRows && <Text size="sm">{words.noRows}</Text>}
        <Text size="sm">{words.environment}</Text>
        <CodeBlock
          code={environmentLine}
          name={words.copyName('the line')}
          copy={words.copy}
          done={words.copied}
        />
        <Tabs defaultValue={languages[0]} keepMounted={false}>
          <Tabs.List mb="sm">
            {languages.map((language) => (
              <Tabs.Tab key={language} value={language}>
                {language}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {languages.map((language) => (
            <Tabs.Panel key={language} value={language}>
              <CodeBlock
                code={exampleCode(language, example)}
                name={words.copyName(language)}
                copy={words.copy}
                done={words.copied}
              />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
    </Section>
  );
}
