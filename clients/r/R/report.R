# Saved reports: nothing of what you edit in the portal is touched.

#' The reports of a dataset that you may see.
atrium_reports <- function(portal, dataset) {
  found <- atrium_get(portal, paste0(segment(dataset), "/reports/"))$results
  data.frame(
    id = vapply(found, function(one) one$id, 0),
    name = vapply(found, function(one) one$name, "")
  )
}

#' A saved report. With what it was when a program was written, a warning says where that has changed.
atrium_report <- function(portal, dataset, id, version = NULL, receipt = NULL, count = NULL) {
  structure(
    list(portal = portal, dataset = dataset, id = id, expected = list(version, receipt, count), known = new.env()),
    class = "atrium_report"
  )
}

report_path <- function(report, call) paste0("report_tools/", format_id(report$id), "/", call)

#' How a report came about: count, attrition, code lists, columns, release, receipt and citation.
atrium_methods <- function(report) {
  if (is.null(report$known$methods)) {
    reply <- atrium_get(report$portal, in_dataset(report, report_path(report, "methods/")))
    report$known$methods <- reply$methods
    expected <- report$expected
    if (!is.null(expected[[1]]) && reply$version != expected[[1]]) {
      warning("The report was changed since: this is another version of it.", call. = FALSE)
    } else if (!is.null(expected[[2]]) && reply$methods$receipt != expected[[2]]) {
      warning("The data or the day have changed: it was ", expected[[3]], " then.", call. = FALSE)
    }
  }
  report$known$methods
}

#' Everyone first, the cohort last.
atrium_attrition <- function(report) {
  steps <- atrium_methods(report)$attrition
  data.frame(
    label = vapply(steps, function(step) step$label, ""),
    count = vapply(steps, function(step) step$count, 0)
  )
}
