# Datasets, and a cohort in words of R.

#' The datasets that you may see or ask for.
atrium_datasets <- function(portal) {
  found <- atrium_get(portal, "dataset/")$datasets
  data.frame(
    unique_id = vapply(found, function(one) one$unique_id, ""),
    name = vapply(found, function(one) one$name, "")
  )
}

#' The concepts of a dataset that you may use.
atrium_dictionary <- function(portal, dataset) {
  pages <- list()
  repeat {
    reply <- atrium_get(portal, paste0(segment(dataset), "/concepts/"), page = length(pages) + 1L, page_size = 1000L)
    pages <- c(pages, list(reply$results))
    if (is.null(reply$`next`)) break
  }
  concepts <- unlist(pages, recursive = FALSE)
  text <- function(name) vapply(concepts, function(concept) as.character(concept[[name]]), "")
  data.frame(
    concept_id = text("permanent_id"), name = text("name"), type = text("concept_type"),
    collection = text("collection"), description = text("description")
  )
}

atrium_collections <- function(portal, dataset) {
  found <- atrium_get(portal, paste0(segment(dataset), "/collections/"))
  data.frame(
    collection_id = vapply(found, function(one) one$permanent_id, ""),
    name = vapply(found, function(one) one$name, "")
  )
}

#' Everyone of a dataset, to which atrium_where() adds filters.
#' The portal answers for the active definitions, so each question makes the cohort the active one, asks, and puts back
#' what was active before. Where somebody edits meanwhile, an error of class changed_meanwhile says so.
atrium_cohort <- function(portal, dataset) {
  structure(list(portal = portal, dataset = dataset, edits = list()), class = "atrium_cohort")
}

print.atrium_cohort <- function(x, ...) cat("Cohort of", x$dataset, "with", length(x$edits), "filters\n")

#' Subjects with these values of a concept; nothing changes the cohort that is given.
#' Categories, texts and terms of ontologies (with all terms below them) take any_of, categories also none_of; numbers,
#' dates and ages in days take at_least and at_most. new_set begins another criteria set.
atrium_where <- function(cohort, concept, any_of = NULL, none_of = NULL, at_least = NULL, at_most = NULL,
                         missing = NULL, new_set = FALSE, polarity = NULL) {
  dictionary <- atrium_dictionary(cohort$portal, cohort$dataset)
  kind <- dictionary$type[dictionary$concept_id == concept]
  if (length(kind) == 0L) stop("There is no concept ", concept, " here, or you may not use it.")
  if (!is.null(none_of) && !kind %in% c("category", "boolean")) stop(concept, ": only categories take none_of.")
  values <- if (is.null(any_of)) none_of else any_of
  field <- switch(kind, text = "chiron_text_field_selection", ontology = "chiron_ontology_field_selection",
    "selected_categories"
  )
  bounds <- if (kind == "age") c("cd_age_min_day", "cd_age_max_day") else c("cd_numeric_min", "cd_numeric_max")
  edit <- list(type = "add_entry", concept_id = concept, ignore_warnings = FALSE)
  if (!is.null(values)) edit[[field]] <- if (kind == "text") paste(values, collapse = "\n") else as.list(values)
  edit[[bounds[1]]] <- bound(at_least)
  edit[[bounds[2]]] <- bound(at_most)
  if (!is.null(none_of)) edit$exclude_selected <- TRUE
  edit$include_null_and_missing <- missing
  if (new_set) edit$criteria_set <- "new"
  edit$polarity <- polarity
  do.call(atrium_edit, c(list(cohort), edit))
}

bound <- function(value) if (inherits(value, "Date")) format(value) else value

#' Any other edit, in the words of the HTTP interface.
atrium_edit <- function(cohort, ...) {
  cohort$edits <- c(cohort$edits, list(list(...)))
  cohort
}

#' Makes this the cohort that you see in the browser.
atrium_activate <- function(cohort) invisible(change(cohort, "cohort_def", cohort_edits(cohort)))

cohort_edits <- function(cohort) c(list(list(type = "clear_all")), cohort$edits)
in_dataset <- function(of, path) paste0(segment(of$dataset), "/", path)
asked <- function(cohort, kind, ask) changing(cohort, kind, cohort_edits(cohort), ask)

# Makes edits, asks, and makes what was active before active again, unless somebody has edited meanwhile.
changing <- function(of, kind, edits, ask) {
  before <- atrium_get(of$portal, in_dataset(of, paste0(kind, "/")))$snapshot_id
  reply <- change(of, kind, edits, if (is.null(before)) 0 else before)
  is_asked <- FALSE
  on.exit(if (!is_asked) tryCatch(put_back(of, kind, before, reply$snapshot_id), changed_meanwhile = function(error) NULL))
  answer <- ask(reply)
  is_asked <- TRUE
  put_back(of, kind, before, reply$snapshot_id)
  answer
}

# Stops where what was made is not the active one any more: the answer may be of that one.
put_back <- function(of, kind, before, made) {
  if (is.null(before) && kind != "table_def") {
    change(of, kind, list(list(type = "clear_all")), made)
  } else if (is.null(before) || before == made) {
    now <- atrium_get(of$portal, in_dataset(of, paste0(kind, "/")))$snapshot_id
    if (!identical(now, made)) stop_changed()
  } else {
    path <- paste0(kind, "/", format_id(before), "/activate/")
    post(of$portal, in_dataset(of, path), structure(list(), names = character()), made)
  }
}

change <- function(of, kind, edits, if_match = NULL) {
  reply <- post(of$portal, in_dataset(of, paste0(kind, "/batch/")), list(transformations = edits), if_match)
  if (!isTRUE(reply$transformation_successful)) {
    stop(paste(unlist(reply$transformation_errors), collapse = " "), call. = FALSE)
  }
  reply
}

stop_changed <- function() {
  stop(structure(
    class = c("changed_meanwhile", "error", "condition"),
    list(message = "The active definitions were edited meanwhile. Ask again.", call = NULL)
  ))
}
