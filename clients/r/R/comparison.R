# Groups of subjects side by side: Table 1, and curves.

number_figures <- c("n", "mean", "sd", "median", "q1", "q3")
table_figures <- c("subjects", "known", "missing", number_figures)
too_few <- "the group has too few values"

#' Table 1 of concepts: a data frame with a line for each concept, figure, value and group.
#' Groups are a cohort beside everybody else, or one for each value of a concept (`by`), of a cohort or, where it has no
#' filter, of everyone; or any `groups` in the words of the HTTP interface. Where an amount is hidden it is NA, and
#' `reason` says why. attr(, "groups") has count and receipt of each group, attr(, "tests") the tests between them.
atrium_comparison <- function(of, concepts, by = NULL, groups = NULL) {
  reply <- compared(of, "table", compared_groups(of, by, groups), list(concepts = as.list(concepts)))
  groups <- groups_shown(reply)
  lines <- unlist(lapply(reply$concepts, concept_lines), recursive = FALSE)
  amounts <- unlist(lapply(lines, function(line) lapply(line$amounts, shown_amount, reply = reply)), recursive = FALSE)
  each <- function(name) rep(vapply(lines, function(line) line[[name]], ""), each = nrow(groups))
  table <- data.frame(
    concept = each("concept"), title = each("title"), unit = each("unit"),
    figure = factor(each("figure"), table_figures), value = each("value"),
    group = factor(rep(groups$group, times = length(lines)), groups$group),
    amount = vapply(amounts, function(one) one$amount, 0), reason = vapply(amounts, function(one) one$reason, "")
  )
  tests <- unlist(lapply(reply$concepts, function(concept) {
    lapply(concept$tests, function(test) c(list(concept = concept$concept_id), test))
  }), recursive = FALSE)
  structure(table, groups = groups, tests = tests, in_several = reply$in_several)
}

#' Curves from a time zero (NULL is birth) to an event: a data frame with a line for each step of each group.
#' Groups are those of atrium_comparison(). A time is the id of an age or a date, or a list in the words of the HTTP
#' interface. attr(, "kind") is "survival" (no event so far) or "incidence". Of a hidden group there is one line of NA
#' with its `reason`.
atrium_curves <- function(of, end, last, zero = NULL, entry = NULL, competing = NULL, horizon = NULL, by = NULL,
                          groups = NULL) {
  times <- list(zero = if (is.null(zero)) list(kind = "birth") else zero, end = end, last = last)
  times <- lapply(c(times, list(entry = entry, competing = competing)), function(time) {
    if (is.character(time)) list(kind = "value", concept_id = time) else time
  })
  times <- Filter(Negate(is.null), c(times, list(horizon = horizon)))
  reply <- compared(of, "curves", compared_groups(of, by, groups), times)
  groups <- groups_shown(reply)
  steps <- do.call(rbind, Map(curve_lines, reply$curves, groups$group, MoreArgs = list(reply = reply)))
  steps$group <- factor(steps$group, groups$group)
  structure(steps, groups = groups, kind = reply$kind, test = reply$test, in_several = reply$in_several)
}

compared_groups <- function(of, by, groups) {
  if (!is.null(groups)) return(groups)
  if (is.null(by)) return(list(list(kind = "cohort"), list(kind = "rest")))
  everyone <- inherits(of, "atrium_cohort") && length(of$edits) == 0L
  list(list(kind = "values", concept_id = by, of = if (everyone) "everyone" else "cohort"))
}

compared <- function(of, call, groups, more) {
  body <- c(list(groups = groups), more)
  path <- in_dataset(of, paste0("comparison/", call, "/"))
  if (inherits(of, "atrium_report")) {
    return(post(of$portal, path, c(body, list(report = list(report_id = of$id)))))
  }
  if (length(of$edits) == 0L && !any(vapply(groups, needs_cohort, NA))) return(post(of$portal, path, body))
  asked(of, "cohort_def", function(cohort) {
    receipt <- counted(of, cohort$cohort_def)$receipt
    reply <- post(of$portal, path, body)
    for (index in which(vapply(groups, function(group) group$kind == "cohort", NA))) {
      if (!identical(reply$groups[[index]]$cohort_receipt, receipt)) stop_changed()
    }
    reply
  })
}

# Anywhere in a group, since combined ones hold others.
needs_cohort <- function(group) any(unlist(group) == "cohort")

groups_shown <- function(reply) {
  counts <- lapply(reply$groups, function(group) shown_count(group$count, reply$suppression$explanation))
  or_missing <- function(text) if (is.null(text)) NA_character_ else text
  titles <- vapply(reply$groups, function(group) group$title, "")
  data.frame(
    group = make.unique(titles, sep = " "),
    count = vapply(counts, function(count) count$value, 0),
    reason = vapply(counts, function(count) or_missing(count$reason), ""),
    receipt = vapply(reply$groups, function(group) or_missing(group$cohort_receipt), "")
  )
}

concept_lines <- function(concept) {
  unit <- if (concept$kind == "age") "days" else if (is.null(concept$unit)) NA_character_ else concept$unit
  line <- function(figure, amounts, value = NA_character_) {
    list(list(
      concept = concept$concept_id, title = concept$title, unit = unit, figure = figure, value = value,
      amounts = amounts
    ))
  }
  c(
    if (!is.null(concept$numbers)) unlist(lapply(number_figures, function(figure) {
      line(figure, lapply(concept$numbers, function(group) group[[figure]]))
    }), recursive = FALSE),
    unlist(lapply(concept$values, function(value) line("subjects", value$subjects, value$label)), recursive = FALSE),
    if (!is.null(concept$known)) line("known", concept$known),
    line("missing", concept$missing)
  )
}

# Figures are numbers; a text is a count with thousands separators, or a mark.
shown_amount <- function(shown, reply) {
  if (is.null(shown)) return(list(amount = NA_real_, reason = too_few))
  if (is.numeric(shown)) return(list(amount = shown, reason = NA_character_))
  count <- shown_count(shown, reply$suppression$explanation)
  list(amount = count$value, reason = if (is.null(count$reason)) NA_character_ else count$reason)
}

curve_lines <- function(curve, group, reply) {
  reason <- NA_character_
  empty <- length(curve$steps$time) == 0L
  if (empty) {
    hidden <- shown_count(curve$subjects, reply$suppression$explanation)$reason
    reason <- if (is.null(hidden)) "nobody had the event" else hidden
  }
  each <- function(name) {
    if (empty) return(NA_real_)
    vapply(curve$steps[[name]], function(value) if (is.null(value)) NA_real_ else as.numeric(value), 0)
  }
  data.frame(
    group = group, time = each("time"), share = each("share"), low = each("low"), high = each("high"),
    at_risk = as.integer(each("at_risk")), events = as.integer(each("events")), reason = reason
  )
}
