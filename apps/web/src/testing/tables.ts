import { paginate } from '@atrium/contract/wire/paginator';
import type {
  Cell,
  ColumnView,
  ExtendedTable,
  Preview,
  TableEdited,
  TableView,
} from '@atrium/contract/wire/tableView';

export const aColumn = (given: Partial<ColumnView> = {}): ColumnView => ({
  entryId: 'colSubject01',
  conceptId: 'participant_id',
  conceptName: 'Participant ID',
  collection: { collectionId: 'participant', eventDateField: null, eventEndDateField: null },
  categories: [],
  label: 'Participant ID',
  canDelete: true,
  canSort: true,
  hasErrors: false,
  aggregate: false,
  alias: null,
  categorize: false,
  ...given,
});

export const lesionColumn = aColumn({
  entryId: 'colLesion002',
  conceptId: 'primary_lesion',
  conceptName: 'Primary cardiac lesion',
  label: 'Primary cardiac lesion (distinct)',
  categories: ['Heart', 'Phenotype'],
  aggregate: true,
  aggregationMethod: 'list_distinct',
  aggregationSettings: {},
  aggregationCriteriaSet: null,
  aggregationCriteriaSetName: null,
});

export const anExtendedTable = (given: Partial<ExtendedTable> = {}): ExtendedTable => ({
  tableType: 'subject',
  fields: [aColumn(), lesionColumn],
  sort: [],
  ...given,
});

/** A table with the stored form of the columns that it shows. */
export const aTable = (
  extended: ExtendedTable = anExtendedTable(),
  given: Partial<TableView> = {},
): TableView => ({
  definition: {
    tableType: 'subject',
    fields: extended.fields.map(({ entryId, conceptId, aggregate }) => ({
      entryId,
      conceptId,
      aggregate,
      aggregationMethod: null,
    })),
    sort: extended.sort.map(({ entryId, direction }) => ({ entryId, direction })),
  },
  extended,
  warnings: [],
  errors: [],
  snapshotId: 50,
  previousSnapshotId: null,
  nextSnapshotId: null,
  ...given,
});

export const aTableEdit = (view: TableView, given: Partial<TableEdited> = {}): TableEdited => ({
  transformationSuccessful: true,
  transformationErrors: [],
  transformationRefusals: [],
  transformationWarnings: [],
  ...view,
  ...given,
});

interface PageOf {
  readonly rows: readonly (readonly Cell[])[];
  readonly total?: number;
  readonly page?: number;
  readonly size?: number;
}

/** One page of a table; `total` is the number of records, if there are more than these rows. */
export const aTablePage = (
  extended: ExtendedTable,
  { rows, total = rows.length, page = 1, size = 25 }: PageOf,
  given: Partial<Preview> = {},
): Preview => ({
  warnings: [],
  errors: [],
  extended,
  paginator: paginate(page, size, total),
  data: [...rows],
  recordCount: total,
  subjectCount: total,
  ...given,
});
