export { disarmed, rearmed } from '@atrium/contract/documents/formulas';
export { applyAnalysisTransformation } from './analysis/applyAnalysisTransformation.ts';
export {
  type Bucketing,
  bucketLabel,
  needsRange,
  notSet,
  planBuckets,
  type ValueRange,
} from './analysis/buckets.ts';
export {
  type AxisConcept,
  axisTitle,
  type CheckedAnalysis,
  canonicalAnalysis,
  checkAnalysis,
  checkAxisEntry,
  mayRollUp,
  redactAnalysis,
} from './analysis/checkAnalysis.ts';
export { type AxisPlan, compileAnalysis } from './analysis/compileAnalysis.ts';
export { exampleAnalysis } from './analysis/exampleAnalysis.ts';
export { pivotInSteps } from './analysis/pivot.ts';
export * from './cohort/check/checkCohort.ts';
export * from './cohort/check/checkedCohort.ts';
export { checkPathway } from './cohort/check/checkPathway.ts';
export { checkTime, choosesRecords, hasBirth, isTime, isTimed } from './cohort/check/checkTime.ts';
export { type CohortOnRelease, compileCohortChange } from './cohort/compile/compileCohortChange.ts';
export { compileNamedSubjects } from './cohort/compile/compileNamedSubjects.ts';
export { wayNumbers } from './cohort/compile/compilePathway.ts';
export * from './cohort/compile/compileRowCondition.ts';
export * from './cohort/compile/compileSubjects.ts';
export { cohortOptions } from './cohort/describe/cohortOptions.ts';
export { criteriaSetOptions, type EditedSet } from './cohort/describe/criteriaSetOptions.ts';
export { type DescribedCohort, describeCohort } from './cohort/describe/describeCohort.ts';
export { eventOptions } from './cohort/describe/eventOptions.ts';
export { timeName } from './cohort/describe/pathwayWords.ts';
export { setNames } from './cohort/describe/setNames.ts';
export { applyCohortTransformation } from './cohort/edit/applyCohortTransformation.ts';
export * from './cohort/edit/knownValues.ts';
export type { CohortEditContext, CohortOutcome } from './cohort/edit/outcome.ts';
export { type KinPlan, type Kinship, kinshipOf } from './cohort/kinship.ts';
export { type AttritionStep, attritionSteps } from './cohort/plan/attritionSteps.ts';
export { canonicalCohort, ruleSet } from './cohort/plan/canonicalCohort.ts';
export * from './cohort/plan/cohortPlan.ts';
export { type FilterPart, filterParts } from './cohort/plan/filterParts.ts';
export {
  alsoIn,
  nearMisses,
  type OneSubject,
  oneSubject,
  someSubjects,
  withRowsOf,
} from './cohort/plan/oneSubject.ts';
export { planCohort } from './cohort/plan/planCohort.ts';
export { planPathway, planTime } from './cohort/plan/planPathway.ts';
export { planPolarity, polarityOf } from './cohort/polarity.ts';
export * from './cohort/redactCohort.ts';
export { isRootSet } from './cohort/setOrder.ts';
export { type WrittenCohort, writeCirce } from './cohort/travel/circe/writeCirce.ts';
export { cohortDocumentOf } from './cohort/travel/cohortDocumentOf.ts';
export { valuesOfImport } from './cohort/travel/importValues.ts';
export { writeSqon } from './cohort/travel/sqon.ts';
export { type Combination, combined, planOfCombination } from './comparison/combination.ts';
export { sayCombination } from './comparison/combinedDefinition.ts';
export {
  type FollowUp,
  type FollowUpOutcome,
  followUpOutcomes,
} from './comparison/compileFollowUp.ts';
export { type Curves, compareCurves } from './comparison/curves.ts';
export { type Followed, pairsOfGroup } from './comparison/followedPairs.ts';
export { enteredFrom, type FollowedDay, type FollowedGroup, upTo } from './comparison/followUp.ts';
export { countInSeveral, groupOf, overlapPlans } from './comparison/groupPlans.ts';
export { type PathwayLine, pathwayFigures, pathwayLine } from './comparison/pathwayFigures.ts';
export { compareNumbers, compareShares } from './comparison/tableOne.ts';
export type { ValueCount } from './comparison/valueCounts.ts';
export type { CellKind } from './concepts/conceptKind.ts';
export { yearText } from './concepts/conceptsWords.ts';
export { kindOf } from './concepts/kinds.ts';
export type { KnownValues, TermMatch } from './concepts/pastedValues.ts';
export { isPattern, patternOf } from './concepts/regex.ts';
export * from './concepts/rowCondition.ts';
export { escapeHtml, plainText } from './definition/html.ts';
export type { EditContext, MemberContext } from './definition/memberContext.ts';
export {
  applyInOrder,
  type EditError,
  type EditErrorCode,
  type Outcome,
  type RefusedEdit,
} from './definition/outcome.ts';
export { changeDictionary, type FittingEdits, fittingEdits } from './dictionary/changeDictionary.ts';
export * from './dictionary/dictionary.ts';
export * from './dictionary/lookup.ts';
export * from './dictionary/numberWords.ts';
export { pluralOf } from './dictionary/pluralOf.ts';
export * from './dictionary/storage.ts';
export {
  betweenNames,
  compileCatalogued,
  compileCountOfFiles,
  compileFilePage,
  compileParents,
  compileReadableFiles,
  compileSelectedFiles,
  compileSubjectsOfFiles,
  compileTrios,
  type FileFilter,
  type FileGrouping,
  type FilesOfMember,
  type FileWindow,
} from './files/compileFiles.ts';
export { type FileAccess, fileAccess } from './files/fileAccess.ts';
export { type FileTypeParts, fileTypeKey, partsOfType } from './files/fileType.ts';
export * from './ontology/ontology.ts';
export { questionText } from './question/questionText.ts';
export { compileQuestion, type ReleaseQuestion } from './question/releaseQuestion.ts';
export { compileClosedSubjects, compileUseChanges } from './rows/compileVisibility.ts';
export * from './rows/release.ts';
export * from './rows/rows.ts';
export * from './sql/dialect.ts';
export * from './sql/parameter.ts';
export * from './sql/query.ts';
export * from './statistics/bins.ts';
export * from './statistics/choiceStatistics.ts';
export { compileTermLabels, compileTermsNamed, type DescribedConcept } from './statistics/distributions.ts';
export * from './statistics/ontologyStatistics.ts';
export { compileMissing, describedRecords, type Population } from './statistics/population.ts';
export * from './statistics/rangeStatistics.ts';
export * from './statistics/textHits.ts';
export * from './statistics/textStatistics.ts';
export { compileUsedTerms } from './statistics/usedTerms.ts';
export {
  type CountedQuestion,
  type CountedTable,
  type CrossedConcepts,
  type SeenSubjects,
  tablesWithin,
} from './suppression/countedQuestion.ts';
export {
  type CellCode,
  type CountTables,
  cellCoder,
  type HiddenFigures,
  type HideFigures,
  isCodable,
} from './suppression/countTables.ts';
export { compileDependencies, mayDetermine, mayLieWithin } from './suppression/functionalDependencies.ts';
export { hideFigures } from './suppression/hideFigures.ts';
export {
  type ComparedRelease,
  compileReleaseChange,
  mayFollow,
  type ReleaseChange,
} from './suppression/releaseChange.ts';
export { type ShownAges, type ShownCurve, shownCurve } from './suppression/shownCurve.ts';
export { shownSums, type WantedValues } from './suppression/shownSums.ts';
export {
  defaultSmallCountThreshold,
  isSmall,
  suppressCount,
  withheldMark,
} from './suppression/smallCount.ts';
export {
  type ShownCrossTab,
  showExact,
  showNothing,
  suppressCrossTab,
} from './suppression/suppressCrossTab.ts';
export { tellingValues } from './suppression/tellingValues.ts';
export { methodIds } from './table/aggregations/aggregations.ts';
export { canonicalTable } from './table/canonicalTable.ts';
export type {
  AggregatedColumn,
  BrokenColumn,
  CheckedColumn,
  CheckedTable,
  SoundColumn,
  StackedColumn,
} from './table/check/checkedTable.ts';
export { checkTable } from './table/check/checkTable.ts';
export { compileStackedLines } from './table/compile/compileBase.ts';
export { type CompiledTable, compileTable, type PageWindow } from './table/compile/compileTable.ts';
export { joinOrder } from './table/compile/joinOrder.ts';
export { cellKey, recordKey } from './table/compile/names.ts';
export { type Scope, scopesOf } from './table/compile/scopes.ts';
export { type SortKey, type TableLayout, tableLayout } from './table/compile/tableLayout.ts';
export { defaultTable, withDefaultColumns } from './table/defaultTable.ts';
export {
  columnHeadings,
  type DescribeContext,
  describeTable,
  redactTable,
} from './table/describe/describeTable.ts';
export { type TableOptionsContext, tableOptions } from './table/describe/tableOptions.ts';
export { applyTableTransformation } from './table/edit/applyTableTransformation.ts';
export type { CellType } from './table/present/cells.ts';
export { dictionaryFields, type FieldValues } from './table/present/dictionaryFields.ts';
export { type ExportColumn, exportColumns } from './table/present/exportColumns.ts';
export type { FileColumn, FileValue } from './table/present/fileCells.ts';
export { presentRow } from './table/present/presentRow.ts';
export type { TableRow, TableValue } from './table/present/tableValue.ts';
export { canonicalStanding } from './visibility/canonicalStanding.ts';
export * from './visibility/dataUse.ts';
export { dictionaryWidening, type Widening, wideningKinds } from './visibility/dictionaryWidening.ts';
export { type PermissionGroup, type Permitted, permit, type Standing } from './visibility/permit.ts';
export {
  lackingParts,
  type Parts,
  type PermittedEarlier,
  permitEarlier,
} from './visibility/permitEarlier.ts';
export { type PurposeOptions, purposeOptions, purposeWords } from './visibility/purposeWords.ts';
export * from './visibility/rights.ts';
export {
  type ClosedSubjects,
  closedKey,
  type Visibility,
  visibilityKey,
  visibilityOfEverything,
  withClosed,
  withEveryGroup,
  withEveryUse,
  withNobody,
} from './visibility/visibility.ts';
export * from './visibility/widerUse.ts';
