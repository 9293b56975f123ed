import type { ReportItem } from '@atrium/contract/wire/report';
import { Badge, VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { Pencil, Share2, Star, Trash2 } from '../../../ui/icons.ts';
import { LabelledIconButton } from '../../../ui/LabelledIconButton.tsx';
import { ListTable, SortHeading } from '../../../ui/list/ListTable.tsx';
import { ExpectationMark } from '../ExpectationMark.tsx';
import { type ReportSort, sortAfterClick } from '../reportAddress.ts';
import { sharingWords, words } from '../reportWords.ts';
import { useStar } from '../useStar.ts';
import classes from './ReportTable.module.css';

interface ReportTableProps {
  readonly dataset: string;
  readonly reports: readonly ReportItem[];
  /** Older reports are shown while newer ones load. */
  readonly isStale: boolean;
  readonly sort: ReportSort;
  readonly onSort: (sort: ReportSort) => void;
  readonly onDialog: (kind: 'edit' | 'share' | 'delete', report: ReportItem) => void;
}

const sorted = [
  ['name', words.columns.name],
  ['project', words.columns.project],
  ['creator', words.columns.creator],
  ['created', words.columns.created],
] as const;

/** The reports of a page. Where there is little room, what the middle columns say is below the name. */
export function ReportTable({ dataset, reports, isStale, sort, onSort, onDialog }: ReportTableProps) {
  return (
    <ListTable label={words.table} className={classes.table} isStale={isStale}>
      <thead>
        <tr>
          <th scope="col" className={classes.star}>
            <VisuallyHidden>{words.columns.star}</VisuallyHidden>
          </th>
          {sorted.map(([key, label]) => (
            <SortHeading
              key={key}
              label={label}
              action={words.sort(label)}
              direction={sort.key === key ? sort.direction : undefined}
              onSort={() => onSort(sortAfterClick(sort, key))}
              className={classes[key]}
            />
          ))}
          <th scope="col" className={classes.sharing}>
            {words.columns.sharing}
          </th>
          <th scope="col" className={classes.actions}>
            <VisuallyHidden>{words.columns.actions}</VisuallyHidden>
          </th>
        </tr>
      </thead>
      <tbody>
        {reports.map((report) => (
          <Row key={report.id} dataset={dataset} report={report} onDialog={onDialog} />
        ))}
      </tbody>
    </ListTable>
  );
}

interface RowProps extends Pick<ReportTableProps, 'dataset' | 'onDialog'> {
  readonly report: ReportItem;
}

function Row({ dataset, report, onDialog }: RowProps) {
  const { id, name, description, projectName, isMine } = report;
  const created = formatDayOf(report.created);
  const sharing = sharingWords(report.sharingDescription);
  return (
    <tr className={classes.row}>
      <td className={classes.star}>
        <StarButton dataset={dataset} report={report} />
      </td>
      <th scope="row" className={classes.name}>
        <Link
          to="/$dataset/reports/$report"
          params={{ dataset, report: String(id) }}
          className={classes.link}
          title={name}
        >
          {name}
        </Link>
        <span className={classes.about}>
          <span className={classes.number}>{words.number(id)}</span>
          {report.hasAnalysis && (
            <Badge size="sm" variant="light" color="gray" tt="none">
              {words.hasCrossTab}
            </Badge>
          )}
          <ExpectationMark state={report.expectations} />
        </span>
        {description !== null && description !== '' && (
          <span className={classes.description}>{description}</span>
        )}
        <span className={classes.narrow}>
          {[projectName, creatorOf(report), created, sharing].filter((part) => part !== '').join(' · ')}
        </span>
      </th>
      <td className={classes.project}>
        {projectName === '' ? <None says={words.noProject} /> : projectName}
      </td>
      <td className={classes.creator}>{creatorOf(report)}</td>
      <td className={classes.created}>
        <time dateTime={report.created}>{created}</time>
      </td>
      <td className={classes.sharing}>{sharing}</td>
      <td className={classes.actions}>
        {isMine && (
          <span className={classes.tools}>
            <LabelledIconButton label={words.share(name)} onClick={() => onDialog('share', report)}>
              <Share2 size={17} aria-hidden />
            </LabelledIconButton>
            <LabelledIconButton label={words.edit(name)} onClick={() => onDialog('edit', report)}>
              <Pencil size={17} aria-hidden />
            </LabelledIconButton>
            <LabelledIconButton
              label={words.delete(name)}
              color="red"
              onClick={() => onDialog('delete', report)}
            >
              <Trash2 size={17} aria-hidden />
            </LabelledIconButton>
          </span>
        )}
      </td>
    </tr>
  );
}

const None = ({ says }: { readonly says: string }) => <span className={classes.none}>{says}</span>;

const creatorOf = ({ isMine, creator, creatorName }: ReportItem): string =>
  isMine ? words.you : creatorName === '' && creator === 0 ? words.nobody : creatorName;

function StarButton({ dataset, report }: Pick<RowProps, 'dataset' | 'report'>) {
  const { isStarred, toggle } = useStar(dataset, report);
  return (
    <LabelledIconButton
      label={isStarred ? words.unstar(report.name) : words.star(report.name)}
      className={classes.starButton}
      data-on={isStarred}
      aria-pressed={isStarred}
      onClick={toggle}
    >
      <Star size={18} aria-hidden fill={isStarred ? 'currentColor' : 'none'} />
    </LabelledIconButton>
  );
}
