import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { exportName } from '../../lib/exportName.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { FileText } from '../../ui/icons.ts';
import { words } from './comparisonWords.ts';

interface RProgramProps {
  readonly dataset: string;
  /** What the file is called before dataset and day. */
  readonly name: string;
  readonly label: string;
  readonly ask: () => Promise<{ readonly program: string }>;
}

/** Saves the program in R that works out the figures again (rule 17.37). */
export function RProgram({ dataset, name, label, ask }: RProgramProps) {
  const made = useMutation({
    mutationFn: ask,
    onSuccess: ({ program }) =>
      saveFile(
        new Blob([program], { type: 'text/plain;charset=utf-8' }),
        exportName(name, 'R', { dataset, receipt: null }),
      ),
  });
  return (
    <div>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<FileText size={14} aria-hidden />}
        loading={made.isPending}
        onClick={() => made.mutate()}
      >
        {label}
      </Button>
      {made.isError && (
        <Text size="sm" c="red" role="alert">
          {describeError(made.error, words.programFailed)}
        </Text>
      )}
    </div>
  );
}
