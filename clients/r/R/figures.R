# Figures as the portal gives them. One that it hides is NA with a reason, and never 0.

shown_count <- function(shown, reason = NULL, receipt = NULL) {
  digits <- gsub(",", "", format_id(shown), fixed = TRUE)
  value <- if (grepl("^[0-9]+$", digits)) as.numeric(digits) else NA_real_
  if (!is.na(value)) reason <- NULL
  else if (is.null(reason)) reason <- paste("the portal shows", shown)
  structure(list(value = value, reason = reason, receipt = receipt), class = "atrium_count")
}

format.atrium_count <- function(x, ...) {
  if (is.na(x$value)) paste0("not shown (", x$reason, ")") else format_id(x$value)
}
print.atrium_count <- function(x, ...) cat(format(x), "\n", sep = "")

#' Subjects of a cohort or a report, with the count receipt; `value` is NA where it is hidden, and `reason` says why.
atrium_count <- function(of) {
  if (inherits(of, "atrium_report")) {
    methods <- atrium_methods(of)
    return(shown_count(methods$count, NULL, methods$receipt))
  }
  asked(of, "cohort_def", function(reply) counted(of, reply$cohort_def))
}

counted <- function(cohort, definition) {
  reply <- atrium_get(cohort$portal, in_dataset(cohort, "query_tools/count/"))
  if (!identical(reply$cohort_def, definition)) stop_changed()
  shown_count(reply$count, NULL, reply$cohort_receipt)
}

#' Distinct subjects by the concepts of rows and columns: a data frame with a line for each cell.
#' Where the portal hides a cell, `count` is NA, and attr(, "reason") says why.
atrium_cross_tab <- function(of, rows = character(), columns = character()) {
  if (inherits(of, "atrium_report")) {
    return(cells_of(atrium_get(of$portal, in_dataset(of, report_path(of, "run_analysis/")))))
  }
  add <- function(role, concepts) {
    lapply(concepts, function(concept) list(type = "add_entry", role = role, concept_id = concept))
  }
  edits <- c(list(list(type = "clear_all")), add("rows", rows), add("cols", columns))
  path <- in_dataset(of, "analysis_tools/run_analysis/")
  if (length(of$edits) == 0L) {
    return(changing(of, "analysis_def", edits, function(...) {
      cells_of(atrium_get(of$portal, path, data_view_mode = "all"))
    }))
  }
  asked(of, "cohort_def", function(cohort) {
    changing(of, "analysis_def", edits, function(...) {
      reply <- atrium_get(of$portal, path)
      if (!identical(reply$cohort_def, cohort$cohort_def)) stop_changed()
      cells_of(reply)
    })
  })
}

cells_of <- function(reply) {
  tab <- reply$dataset
  if (is.null(tab)) return(NULL)
  part <- function(entries) vapply(entries, function(entry) entry$concept_id, "")
  rows <- axis(tab$index, part(reply$analysis_def$rows))
  columns <- axis(tab$columns, part(reply$analysis_def$cols))
  row_of <- rep(seq_along(tab$index), each = length(tab$columns))
  column_of <- rep(seq_along(tab$columns), times = length(tab$index))
  cells <- cbind(rows[row_of, , drop = FALSE], columns[column_of, , drop = FALSE])
  cells$count <- vapply(unlist(tab$data, recursive = FALSE), function(cell) shown_count(cell)$value, 0)
  rownames(cells) <- NULL
  structure(cells, reason = reply$suppression$explanation, receipt = reply$analysis_receipt)
}

axis <- function(labels, concepts) {
  if (length(concepts) == 0L) return(data.frame(row.names = seq_along(labels)))
  column <- function(index) {
    vapply(labels, function(label) {
      as.character(if (is.list(label)) label[[index]] else label)
    }, "")
  }
  columns <- lapply(seq_along(concepts), column)
  names(columns) <- concepts
  data.frame(columns, check.names = FALSE)
}
