import { Button, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { exportName } from '../../lib/exportName.ts';
import { saveFile } from '../../lib/saveFile.ts';
import { FileText } from '../../ui/icons.ts';
import { type ChosenTimes, programOf, type TableOf } from './comparisonQueries.ts';
import { words } from './comparisonWords.ts';

interface RProgramProps {
  readonly of: TableOf;
  readonly times: ChosenTimes | null;
}

/** Saves the program in R that works out the figures again (rule 17.37). */
export function RProgram({ of, times }: RProgramProps) {
  const made = useMutation({
    mutationFn: () => programOf(of, times),
    onSuccess: ({ program }) => {
      const name = exportName('comparison', 'R', { dataset: of.dataset, receipt: null });
      saveFile(new Blob([program], { type: 'text/plain;charset=utf-8' }), name);
    },
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
        {words.program}
      </Button>
      {made.isError && (
        <Text size="sm" c="red" role="alert">
          {describeError(made.error, words.programFailed)}
        </Text>
      )}
    </div>
  );
}
