import { disarmed } from '@atrium/contract/documents/formulas';
import type { ExplainedSubject, RecordsOfSubject } from '@atrium/contract/endpoints/cohortSubjects';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { Cell } from '@atrium/contract/wire/tableView';
import { Badge, Table, Text, Title } from '@mantine/core';
import { EventLanes } from '../../../charts/EventLanes.tsx';
import { Check, X } from '../../../ui/icons.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { setName } from '../setName.ts';
import { textOf } from '../textOf.ts';
import { momentWords, tickWords, yearsOf } from './moments.ts';
import classes from './SubjectDialog.module.css';
import { subjectWords as words } from './subjectWords.ts';

interface ExplanationProps {
  readonly view: CohortView;
  readonly explained: ExplainedSubject;
}

/** Why a subject is in the cohort or not, filter by filter, with its time line and its records (rule 3.30). */
export function Explanation({ view, explained }: ExplanationProps) {
  const { isIn, parts, records } = explained;
  const deciding = parts.filter(({ isDeciding }) => isDeciding);
  return (
    <>
      <div>
        <Badge size="lg" tt="none" color={isIn ? 'green' : 'red'} variant="light">
          {isIn ? words.isIn : words.isOut}
        </Badge>
        <Text span ml="sm">
          {words.meets(deciding.filter(({ isMet }) => isMet).length, deciding.length)}
        </Text>
      </div>
      {parts.length > 0 && <Parts view={view} parts={parts} />}
      <TimeLineOf records={records} subject={explained.subject} />
      {records.map((part) => (
        <Records key={part.collectionId} part={part} view={view} />
      ))}
    </>
  );
}

function Parts({ view, parts }: Pick<ExplainedSubject, 'parts'> & { readonly view: CohortView }) {
  const labels = partLabels(view);
  return (
    <section aria-label={words.parts}>
      <Title order={3} size="h5" mb={4}>
        {words.parts}
      </Title>
      <ul className={classes.parts}>
        {parts.map(({ entryId, isMet }) => {
          const { text, isInner } = labels.get(entryId) ?? { text: entryId, isInner: false };
          return (
            <li key={entryId} data-inner={isInner} data-met={isMet}>
              {isMet ? (
                <Check size={16} role="img" aria-label={words.met} />
              ) : (
                <X size={16} role="img" aria-label={words.notMet} />
              )}
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** What the parts are called in the panel; filters of a set that is a part stand below it. */
function partLabels(
  view: CohortView,
): ReadonlyMap<string, { readonly text: string; readonly isInner: boolean }> {
  return new Map(
    view.criteriaSets.flatMap((set) => [
      [
        set.entryId,
        { text: [setName(set), textOf(set.eventRuleLabel ?? '')].join(' '), isInner: false },
      ] as const,
      ...set.entries.map((entry) => {
        const filters = 'kind' in entry ? entry.entries : [entry];
        const text = filters.map(({ abbreviatedLabel }) => textOf(abbreviatedLabel)).join(' or ');
        return [entry.entryId, { text, isInner: set.isRootCollection !== true }] as const;
      }),
    ]),
  );
}

function TimeLineOf({ records, subject }: Pick<ExplainedSubject, 'records' | 'subject'>) {
  const dated = records.flatMap((part) => (part.unit === undefined ? [] : [{ part, unit: part.unit }]));
  const [first] = dated;
  if (first === undefined) return null;
  const lanes = dated.map(({ part, unit }, kind) => ({
    name: part.title,
    events: part.rows.flatMap(({ start, end, cells, meets }) => {
      const from = yearsOf(start, unit);
      const title = `${momentWords(start, unit)}: ${cells.slice(1).map(shownCell).join(', ')}`;
      const isChosen = meets.length > 0 || part.rows.every((row) => row.meets.length === 0);
      return from === null ? [] : [{ kind, from, to: yearsOf(end, unit), title, isChosen }];
    }),
  }));
  return (
    <section aria-label={words.timeline}>
      <Title order={3} size="h5" mb={4}>
        {words.timeline}
      </Title>
      <EventLanes
        lanes={lanes}
        kinds={lanes.map(({ name }) => name)}
        tickLabel={(at) => tickWords(at, first.unit)}
        summary={`${words.timeline}: ${subject}`}
        figure={{ title: `${words.timeline}: ${subject}`, name: `time_line_${subject}`, disarm: disarmed }}
      />
    </section>
  );
}

function Records({ part, view }: { readonly part: RecordsOfSubject; readonly view: CohortView }) {
  const sets = view.criteriaSets.filter(({ collectionId }) => collectionId === part.collectionId);
  const isAsked = sets.some((set) => set.isRootCollection !== true);
  const nameOf = (setId: string) => {
    const set = sets.find(({ entryId }) => entryId === setId);
    return set === undefined ? '' : setName(set);
  };
  return (
    <section aria-label={part.title}>
      <Title order={3} size="h5" mb={4}>
        {part.title}
      </Title>
      <ScrollRegion label={part.title} className={classes.records}>
        <Table verticalSpacing={4} withRowBorders>
          <Table.Thead>
            <Table.Tr>
              {part.columns.map(({ conceptId, title }) => (
                <Table.Th key={conceptId}>{title}</Table.Th>
              ))}
              {isAsked && <Table.Th>{words.counts}</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {part.rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two records may be alike
              <Table.Tr key={index} data-counts={row.meets.length > 0}>
                {row.cells.map((cell, at) => (
                  <Table.Td key={part.columns[at]?.conceptId}>{shownCell(cell)}</Table.Td>
                ))}
                {isAsked && <Table.Td>{row.meets.map(nameOf).join(', ') || words.none}</Table.Td>}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      {part.isCut && (
        <Text size="sm" c="dimmed">
          {words.more}
        </Text>
      )}
    </section>
  );
}

function shownCell(cell: Cell): string {
  if (cell === null) return words.none;
  if (typeof cell === 'boolean') return cell ? 'True' : 'False';
  if (typeof cell !== 'object') return String(cell);
  if ('link' in cell) return cell.value;
  return cell.length === 0 ? words.none : cell.map(shownCell).join('; ');
}
