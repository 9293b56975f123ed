export * from './calendar/ages.ts';
export * from './calendar/dayNumbers.ts';
export {
  addDays,
  type Day,
  daysOfCalendarYear,
  edgeOfYear,
  isWholeYears,
  isWindow,
  isYearsApart,
  isYearsOfDays,
  localDayOf,
  parseDay,
  toDay,
  toUsDay,
  utcDayOf,
  windowEnding,
  windowLengths,
  yearEdge,
  yearOf,
  yearsOfWindow,
} from './calendar/days.ts';
export * from './calendar/moments.ts';
export * from './calendar/numerals.ts';
export * from './documents/dataPackage.ts';
export * from './documents/datasetId.ts';
export * from './documents/draftDecisions.ts';
export * from './documents/fileReading.ts';
export { disarmed, rearmed } from './documents/formulas.ts';
export * from './documents/grantableRights.ts';
export { isLinkAddress } from './documents/linkAddress.ts';
export * from './documents/siteConfiguration.ts';
export { findUnsafe, unsafePattern, withoutUnsafe } from './documents/unsafeCharacters.ts';
export { access as accessEndpoints } from './endpoints/access.ts';
export { admin as adminEndpoints } from './endpoints/admin.ts';
export {
  type AccountDetail,
  type AccountState,
  accountStates,
  type GrantableDataset,
  type Invited,
  type MembershipItem,
  membershipStates,
  type Performed,
  type Until as MembershipUntil,
} from './endpoints/adminAccounts.ts';
export {
  type GroupItem,
  type GroupOpening,
  type GroupOptions,
  groupOpening,
} from './endpoints/adminGroups.ts';
export {
  type ArticleBody,
  type CountedTag,
  type EditableArticle,
  type GivenArticle,
  maxNews,
  maxTitle,
} from './endpoints/adminNews.ts';
export type {
  Explained,
  QuestionDetail,
  QuestionList,
  RanStatement,
} from './endpoints/adminQuestions.ts';
export type { StaffReportItem } from './endpoints/adminReports.ts';
export {
  type SupportRequest,
  type SupportState,
  supportStates,
} from './endpoints/adminSupport.ts';
export type { UsageItem, UsageMonth } from './endpoints/adminUsage.ts';
export { analysis as analysisEndpoints } from './endpoints/analysis.ts';
export { audit as auditEndpoints } from './endpoints/audit.ts';
export { catalogue as catalogueEndpoints } from './endpoints/catalogue.ts';
export { cohort as cohortEndpoints } from './endpoints/cohort.ts';
export {
  type CostClass,
  type Declaration,
  type Disclosure,
  type MeteredKind,
  type RateClass,
  rateClasses,
  type UnrecordedDisclosure,
} from './endpoints/declaration.ts';
export { drs as drsEndpoints } from './endpoints/drs.ts';
export * from './endpoints/endpoint.ts';
export { files as filesEndpoints } from './endpoints/files.ts';
export { news as newsEndpoints } from './endpoints/news.ts';
export { receipt as receiptEndpoints } from './endpoints/receipt.ts';
export { report as reportEndpoints } from './endpoints/report.ts';
export { errorReply } from './endpoints/shapes.ts';
export { site as siteEndpoints } from './endpoints/site.ts';
export { sshKey as sshKeyEndpoints } from './endpoints/sshKey.ts';
export { defaultListPage, type ListCall, type ListRequest, maxListPage } from './endpoints/staff.ts';
export { table as tableEndpoints } from './endpoints/table.ts';
export { transfer as transferEndpoints } from './endpoints/transfer.ts';
export * from './errors/errorCode.ts';
export * from './errors/issueWords.ts';
export * from './errors/unreachable.ts';
export type {
  AccessLevel,
  SessionTimes,
  SignInOptions,
  SignInProblem,
  SignInProvider,
  User,
} from './wire/access.ts';
export { accessLevels, signInProblems } from './wire/access.ts';
export {
  type DataDetail,
  type DataRelease,
  type DictionaryCheckReply,
  type DictionaryConcept,
  type DictionaryRoom,
  type IdentifierToConfirm,
  type ImportDetail,
  type ImportItem,
  type ImportStep,
  importDetail as importDetailWire,
  importLogStates,
  importModes,
  importProgress as importProgressWire,
  type LackingPart,
  type LackingWord,
  type UploadItem,
} from './wire/adminData.ts';
export {
  type Health,
  type HealthPart,
  type HealthPartName,
  type HealthState,
  healthParts,
} from './wire/adminHealth.ts';
export type { Agreement } from './wire/agreement.ts';
export type {
  AnalysisDefinition,
  AnalysisEdited,
  AnalysisResult,
  AnalysisRole,
  AnalysisTransformation,
  AnalysisView,
  AxisLabel,
  CrossTab,
  SmallNumberNote,
} from './wire/analysis.ts';
export { analysisDefinition as analysisDefinitionWire } from './wire/analysis.ts';
export { type ApiToken, maxTokenDays, type TokenScope, tokenScopes } from './wire/apiToken.ts';
export type {
  AuditAction,
  AuditDetail,
  AuditLine,
  AuditPage,
  DefinitionKind,
  RecordedDefinitionView,
} from './wire/audit.ts';
export {
  auditActions,
  auditDetail,
  auditLine as auditLineWire,
  definitionKinds,
  staffActions,
} from './wire/audit.ts';
export type {
  CohortDefinition,
  CohortEntry,
  CountRule,
  CriteriaSet,
  EventRule,
  EventRuleKind,
  FilterEntry,
  FilterKind,
  OntologyTermRef,
  OrGroup,
} from './wire/cohortDefinition.ts';
export { cohortDefinition as cohortDefinitionWire } from './wire/cohortDefinition.ts';
export type { AddFilter, CohortTransformation, Polarity } from './wire/cohortTransformation.ts';
export { newCriteriaSet, polarities } from './wire/cohortTransformation.ts';
export type * from './wire/cohortView.ts';
export type {
  AggregationInput,
  Category,
  CohortOptions,
  Collection,
  ConceptDetail,
  ConceptSummary,
  TableOptions,
} from './wire/concept.ts';
export { conceptSummary as conceptSummaryWire } from './wire/concept.ts';
export type {
  AliasOption,
  CollectionDetail,
  CountRuleOption,
  EventOption,
  EventOptions,
} from './wire/criteriaSetOptions.ts';
export type { DatasetDetail, DatasetSummary, Membership } from './wire/dataset.ts';
export {
  type CollectionEdit,
  type ConceptEdit,
  type DictionaryEdits,
  dictionaryEdits as dictionaryEditsWire,
  type EditedCategory,
  noDictionaryEdits,
} from './wire/dictionaryEdits.ts';
export {
  type ColumnChoice,
  type ColumnInReading,
  type Draft,
  draftChange as draftChangeWire,
  type FileInReading,
  fileInReading as fileInReadingWire,
  guessItem as guessItemWire,
} from './wire/draft.ts';
export * from './wire/drs.ts';
export type { DictionaryField, ExportDictionary, PackagedFormat } from './wire/exportDictionary.ts';
export {
  type DownloadRecord,
  type DownloadWay,
  downloadWays,
  type ExperimentCoverage,
  type FileCategory,
  type FileFigures,
  type FileItem,
  type FileList,
  type FileListQuery,
  type FileSortKey,
  type FileSubject,
  type FileTypeBody,
  type FileTypeRow,
  fileCategories,
  fileSortKeys,
  localTag,
  maxNamedSubjects,
  maxFilesOnPage,
  maxQueuedFiles,
  type QueueItem,
  type QueueSummary,
} from './wire/files.ts';
export type { InvitationView } from './wire/invitation.ts';
export {
  type CodeList,
  type Methods,
  type ProgramLanguage,
  programLanguages,
  type ReportMethods,
} from './wire/methods.ts';
export {
  type NewsArticle,
  type NewsAudience,
  type NewsList,
  type NewsState,
  type NewsTag,
  newsArticle as newsArticleWire,
  newsAudiences,
  newsStates,
} from './wire/news.ts';
export { type Paginator, paginate } from './wire/paginator.ts';
export {
  type MadePasskey,
  type Passkey,
  type PasskeyCreation,
  type PasskeyRequest,
  type PasskeyTransport,
  passkeyTransports,
  type ShownPasskey,
} from './wire/passkey.ts';
export {
  type ReceiptFigures,
  type ReceiptKind,
  type ReceiptView,
  receiptId as receiptIdWire,
} from './wire/receipt.ts';
export {
  type CreateForm,
  type EditForm,
  type FormChoice,
  newProject,
  noProject,
  type ReleaseChoice,
  type ReportBody,
  type ReportDetail,
  type ReportInForm,
  type ReportItem,
  type ReportList,
  type ReportLoaded,
  type ReportPreview,
  type ReportSortKey,
  type ReportState,
  releaseChoices,
  reportSortKeys,
  reportStates,
  type SharedOption,
  type Sharee,
  type ShareForm,
  type ViewableReports,
} from './wire/report.ts';
export {
  type Expectation,
  type ExpectationState,
  type ExpectationView,
  expectations as expectationsWire,
  maxExpectations,
  maxExpectedSubjects,
  type ReportExpectations,
} from './wire/reportExpectation.ts';
export type {
  LostKind,
  LostPart,
  ReleaseCheck,
  ReleaseSide,
  ReportPart,
  ReportVersion,
  VersionCause,
  VersionComparison,
} from './wire/reportVersion.ts';
export {
  type FactorStatus,
  type FactorWay,
  factorWays,
  type NewFactor,
  type SecondStep,
} from './wire/secondFactor.ts';
export type { Session } from './wire/session.ts';
export {
  type AssayFigures,
  type Characteristics,
  type Enrollment,
  type HomeData,
  maxMessage,
  maxSubject,
  type MetricsInfo,
  type SitePage,
  type SupportBody,
} from './wire/site.ts';
export { maxSshKeys, type SshKey, type SshKeyType } from './wire/sshKey.ts';
export type * from './wire/statistics.ts';
export { conceptStatistics as conceptStatisticsWire } from './wire/statistics.ts';
export {
  type AggregationSettings,
  type TableDefinition,
  type TableField,
  type TableSort,
  tableDefinition as tableDefinitionWire,
} from './wire/tableDefinition.ts';
export type { AddColumn, TableTransformation } from './wire/tableTransformation.ts';
export type * from './wire/tableView.ts';
export { isAbsentWord } from './wire/tolerant.ts';
export {
  type AsperaSpecs,
  type ManifestFormat,
  manifestFormats,
  maxNamedFiles,
  maxTransferFilesOnPage,
  type ScriptKind,
  scriptKinds,
  type Transfer,
  type TransferFile,
  type TransferFiles,
  type TransferWay,
  type TransferWays,
} from './wire/transfer.ts';
export { wireObject } from './wire/wireObject.ts';
