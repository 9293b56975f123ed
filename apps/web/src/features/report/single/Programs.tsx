import { type ProgramLanguage, programLanguages, type ReportMethods } from '@atrium/contract/wire/methods';
import { Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Download } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { saveProgram } from '../exports.ts';
import type { ReportOf } from '../reportQueries.ts';
import { methodsWords as words } from '../reportWords.ts';
import classes from './Methods.module.css';

interface ProgramsProps {
  readonly of: ReportOf;
  readonly programs: ReportMethods['programs'];
}

const notebooks = ['notebook', 'quarto'] as const;

interface SaveProps {
  readonly name: string;
  readonly onClick: () => void;
  readonly children: string;
}

const Save = ({ name, onClick, children }: SaveProps) => (
  <Button
    variant="default"
    aria-label={name}
    leftSection={<Download size={16} aria-hidden />}
    onClick={onClick}
  >
    {children}
  </Button>
);

/** The count of a report as a program, in the language that the person chooses. */
export function Programs({ of, programs }: ProgramsProps) {
  const [language, setLanguage] = useState<ProgramLanguage>('python');
  const named = words.languages[language];
  return (
    <Section
      title={words.programs}
      detail={words.programsDetail}
      actions={
        <Group gap="xs">
          <Save name={words.downloadProgramName(named)} onClick={() => void saveProgram(of, language)}>
            {words.downloadProgram}
          </Save>
          {notebooks.map((one) => (
            <Save key={one} name={words.downloadNotebookName[one]} onClick={() => void saveProgram(of, one)}>
              {words.notebooks[one]}
            </Save>
          ))}
        </Group>
      }
    >
      <Stack gap="sm" align="start">
        <SegmentedControl
          aria-label={words.language}
          data={programLanguages.map((one) => ({ value: one, label: words.languages[one] }))}
          value={language}
          onChange={(chosen) => setLanguage(programLanguages.find((one) => one === chosen) ?? 'python')}
        />
        <div className={classes.program}>
          <CodeBlock
            code={programs[language]}
            name={words.copyProgramName(named)}
            copy={words.copyProgram}
            done={words.programCopied}
          />
        </div>
      </Stack>
    </Section>
  );
}
