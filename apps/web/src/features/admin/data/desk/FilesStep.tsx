import type { GivenTable, TableReading } from '@atrium/contract/documents/fileReading';
import type { FileInReading } from '@atrium/contract/wire/draft';
import {
  Alert,
  Button,
  Group,
  NativeSelect,
  Paper,
  Stack,
  Text,
  TextInput,
  VisuallyHidden,
} from '@mantine/core';
import { Undo2 } from '../../../../ui/icons.ts';
import { ScrollRegion } from '../../../../ui/ScrollRegion.tsx';
import { Section } from '../../../../ui/Section.tsx';
import classes from './Desk.module.css';
import { stepIds } from './deskSteps.ts';
import { type DeskView, guessesOf } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import { Guesses } from './Guesses.tsx';
import type { Desk } from './useDesk.ts';

interface StepProps {
  readonly desk: Desk;
  readonly view: DeskView;
}

/** Each file as it lies there: its first rows, and how it is divided into cells. */
export function FilesStep({ desk, view }: StepProps) {
  const { draft } = desk;
  const shown = new Set(draft.readings.flatMap(({ paths }) => paths));
  const gone = view.tables.some(({ reading }) => reading !== null)
    ? draft.files.filter((file) => !shown.has(file))
    : [];
  return (
    <div id={stepIds.files} className={classes.target}>
      <Section title={words.file.title} detail={words.file.detail}>
        <Guesses title={words.tables.general} guesses={guessesOf(draft, 'all files')} />
        {draft.readings.map((reading) => (
          <FileCard key={reading.paths[0]} desk={desk} reading={reading} />
        ))}
        {gone.map((file) => (
          <GoneFile key={file} desk={desk} file={file} />
        ))}
      </Section>
    </div>
  );
}

/** A file that is no table as it is read now. */
function GoneFile({ desk, file }: { readonly desk: Desk; readonly file: string }) {
  return (
    <Alert color="yellow" title={words.file.gone(file)}>
      <Stack gap="sm" align="start">
        <Guesses guesses={guessesOf(desk.draft, file)} />
        {desk.decisions.readings?.[file] !== undefined && (
          <Button size="xs" variant="default" onClick={() => desk.change({ kind: 'file as guessed', file })}>
            {words.file.asGuessed}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface FileProps {
  readonly desk: Desk;
  readonly reading: FileInReading;
}

function FileCard({ desk, reading }: FileProps) {
  const { table, paths } = reading;
  const [file = ''] = paths;
  return (
    <Paper withBorder p="md" component="section" aria-label={paths.join(', ')}>
      <Stack gap="md">
        <Text fw={650}>{paths.join(', ')}</Text>
        {table === null ? (
          <Text size="sm" c="dimmed">
            {words.file.parquet}
          </Text>
        ) : (
          <>
            <Grid desk={desk} reading={reading} table={table} />
            <LeftOut desk={desk} file={file} rows={table.commentRows} />
            <TableForm
              table={table}
              isReadOnly={!desk.draft.isOwn}
              onChange={(to) => desk.change({ kind: 'file', file, to })}
            />
          </>
        )}
        <details>
          <summary className={classes.summary}>{words.file.why}</summary>
          <Guesses guesses={guessesOf(desk.draft, file)} />
        </details>
      </Stack>
    </Paper>
  );
}

type GridProps = FileProps & { readonly table: TableReading };

/** The first rows; the number of a row is the button that makes it the one with the names. */
function Grid({ desk, reading, table }: GridProps) {
  const { file: text } = words;
  const [file = ''] = reading.paths;
  const pick = (row: number) => desk.draft.isOwn && desk.change({ kind: 'header', file, row });
  return (
    <ScrollRegion label={text.grid(file)} className={classes.gridFrame}>
      <table className={classes.grid} aria-label={text.grid(file)}>
        <tbody>
          {reading.firstRows.map(({ row, cells }) => {
            const isHeader = row === table.headerRow;
            const isAbove = row < table.headerRow;
            const mark = isHeader ? text.isHeader : isAbove ? text.above : '';
            return (
              <tr key={row} data-header={isHeader || undefined} data-above={isAbove || undefined}>
                <th scope="row">
                  <button
                    type="button"
                    className={classes.rowNumber}
                    aria-pressed={isHeader}
                    aria-label={text.header(row, mark)}
                    disabled={!desk.draft.isOwn}
                    onClick={() => pick(isHeader ? 0 : row)}
                  >
                    <span>{row}</span>
                    {mark !== '' && <span className={classes.tag}>{mark}</span>}
                  </button>
                </th>
                {reading.names.map((_, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells are known by their position
                  <td key={index} title={cells[index]}>
                    {cells[index]}
                  </td>
                ))}
                <td>
                  {desk.draft.isOwn && row > table.headerRow && (
                    <Button
                      size="compact-xs"
                      variant="subtle"
                      aria-label={text.leaveOutOf(row)}
                      onClick={() =>
                        desk.change({
                          kind: 'file',
                          file,
                          to: { commentRows: [...table.commentRows, row].sort((a, b) => a - b) },
                        })
                      }
                    >
                      {text.leaveOut}
                    </Button>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

interface LeftOutProps {
  readonly desk: Desk;
  readonly file: string;
  readonly rows: readonly number[];
}

function LeftOut({ desk, file, rows }: LeftOutProps) {
  if (rows.length === 0) return null;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        {words.file.leftOut}:
      </Text>
      {rows.map((row) => (
        <Button
          key={row}
          size="compact-sm"
          variant="default"
          rightSection={<Undo2 size={14} aria-hidden />}
          aria-label={words.file.takeIn(row)}
          disabled={!desk.draft.isOwn}
          onClick={() =>
            desk.change({ kind: 'file', file, to: { commentRows: rows.filter((one) => one !== row) } })
          }
        >
          {row}
        </Button>
      ))}
    </Group>
  );
}

interface TableFormProps {
  readonly table: TableReading;
  readonly isReadOnly: boolean;
  readonly onChange: (to: GivenTable) => void;
}

const encodings = ['utf-8', 'windows-1252', 'iso-8859-2', 'iso-8859-15', 'utf-16le', 'utf-16be'];

function TableForm({ table, isReadOnly, onChange }: TableFormProps) {
  const { file } = words;
  const { delimiter, quoteChar, encoding, commentChar } = table;
  const delimiters: { value: string; label: string }[] = file.delimiters.map(([value, label]) => ({
    value,
    label,
  }));
  if (!delimiters.some(({ value }) => value === delimiter))
    delimiters.push({ value: delimiter, label: file.other(delimiter) });
  return (
    <fieldset className={classes.fields} disabled={isReadOnly}>
      <VisuallyHidden component="legend">{file.settings}</VisuallyHidden>
      <NativeSelect
        label={file.delimiter}
        data={delimiters}
        value={delimiter}
        onChange={({ currentTarget }) => onChange({ delimiter: currentTarget.value })}
      />
      <NativeSelect
        label={file.quote}
        data={Object.entries(file.quotes).map(([value, label]) => ({ value, label }))}
        value={quoteChar ?? ''}
        onChange={({ currentTarget: { value } }) => onChange({ quoteChar: value === '' ? null : value })}
      />
      <NativeSelect
        label={file.encoding}
        data={[...new Set([encoding, ...encodings])]}
        value={encoding}
        onChange={({ currentTarget }) => onChange({ encoding: currentTarget.value })}
      />
      <TextInput
        label={file.comment}
        placeholder={file.none}
        maxLength={4}
        value={commentChar ?? ''}
        onChange={({ currentTarget: { value } }) =>
          onChange({ commentChar: value.trim() === '' ? null : value.trim() })
        }
      />
    </fieldset>
  );
}
