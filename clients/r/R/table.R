# Rows of an export as a data frame with types.

piece_rows <- 50000L

#' The table of a cohort (with the ids of its columns, or the active ones) or of a report, as a data frame.
#' A column is the id of a concept, or a list in the words of the HTTP interface: list(concept_id =, aggregation_method =).
#' With `piece`, a function that takes a data frame, the rows are given to it in pieces and nothing is kept.
atrium_table <- function(of, columns = NULL, piece = NULL, rows = piece_rows) {
  if (inherits(of, "atrium_report")) {
    return(received_table(of, report_path(of, ""), NULL, list(piece, rows)))
  }
  asked(of, "cohort_def", function(reply) {
    ask <- function(...) {
      received_table(of, "query_tools/", counted(of, reply$cohort_def)$receipt, list(piece, rows))
    }
    edits <- if (is.null(columns)) list() else column_edits(of, columns)
    if (length(edits) == 0L) ask() else changing(of, "table_def", edits, ask)
  })
}

column_edits <- function(cohort, columns) {
  active <- atrium_get(cohort$portal, in_dataset(cohort, "table_def/"))$extended_table_def$fields
  removable <- vapply(active, function(field) isTRUE(field$can_delete), NA)
  kept <- vapply(active[!removable], function(field) field$concept_id, "")
  wanted <- lapply(columns, function(one) if (is.list(one)) one else list(concept_id = one))
  wanted <- Filter(function(one) !one$concept_id %in% kept, wanted)
  c(
    lapply(wanted, function(one) c(list(type = "add_entry"), one)),
    lapply(active[removable], function(field) list(type = "delete_entry", entry_id = field$entry_id))
  )
}

received_table <- function(of, base, cohort_receipt, reading) {
  dictionary <- atrium_get(of$portal, in_dataset(of, paste0(base, "export_dictionary/")))
  fields <- dictionary$resources[[1]]$schema$fields
  reply <- send(of$portal, in_dataset(of, paste0(base, "export_ndjson/")))
  on.exit(unlink(reply$file))
  if (!is.null(cohort_receipt) && !identical(unname(reply$headers["atrium-cohort-receipt"]), cohort_receipt)) {
    stop_changed()
  }
  table <- read_rows(reply$file, fields, reading[[1]], reading[[2]])
  if (is.null(reading[[1]])) structure(table, receipt = unname(reply$headers["atrium-table-receipt"])) else invisible()
}

read_rows <- function(path, fields, piece, rows) {
  lines <- file(path, "r", encoding = "UTF-8")
  on.exit(close(lines))
  if (is.null(piece)) return(frame_of(readLines(lines, warn = FALSE, encoding = "UTF-8"), fields))
  repeat {
    read <- readLines(lines, n = rows, warn = FALSE, encoding = "UTF-8")
    if (length(read) == 0L) return(NULL)
    piece(frame_of(read, fields))
  }
}

# A line is an object with a scalar, or a list of scalars, for each column in the order of the dictionary.
frame_of <- function(lines, fields) {
  tokens <- if (length(lines) == 0L) character() else json_tokens(paste(lines, collapse = "\n"))
  tokens <- tokens[!tokens %in% c("{", "}", ",", ":")]
  opens <- tokens == "["
  depth <- cumsum(opens) - cumsum(tokens == "]")
  is_item <- depth > 0L & !opens
  number <- cumsum(opens)
  items <- split(tokens[is_item], factor(number[is_item], levels = seq_len(sum(opens))))
  is_top <- opens | (depth == 0L & tokens != "]")
  top <- tokens[is_top]
  values <- seq(2L, by = 2L, length.out = length(top) %/% 2L)
  cells <- matrix(top[values], ncol = length(fields), byrow = TRUE)
  lists <- matrix(number[is_top][values], ncol = length(fields), byrow = TRUE)
  frame <- lapply(seq_along(fields), function(index) {
    field <- fields[[index]]
    if (field$type == "list") list_column(cells[, index], items[lists[, index] * (cells[, index] == "[")], field)
    else column(cells[, index], field$type, field)
  })
  names(frame) <- vapply(fields, function(field) field$name, "")
  structure(frame, class = "data.frame", row.names = .set_row_names(length(lines)))
}

list_column <- function(cells, items, field) {
  found <- vector("list", length(cells))
  is_list <- cells == "["
  found[is_list] <- lapply(items, function(each) column(each, field$itemType, field))
  scalar <- !is_list & cells != "null"
  found[scalar] <- lapply(cells[scalar], function(each) column(each, field$itemType, field))
  I(found)
}

column <- function(tokens, kind, field) {
  texts <- rep(NA_character_, length(tokens))
  is_text <- startsWith(tokens, "\"")
  texts[is_text] <- json_texts(tokens[is_text])
  is_bare <- !is_text & tokens != "null"
  texts[is_bare] <- tokens[is_bare]
  if (isTRUE(field$atrium$time)) {
    return(as.POSIXct(sub("T", " ", texts), tz = "UTC", tryFormats = c("%Y-%m-%d %H:%M:%OS", "%Y-%m-%d %H:%M", "%Y-%m-%d")))
  }
  switch(kind,
    date = as.Date(texts),
    boolean = texts == "true",
    number = as.numeric(texts),
    integer = whole_numbers(texts),
    year = whole_numbers(texts),
    if (is.null(field$categories)) texts else
      factor(texts, levels = unique(c(unlist(field$categories), texts[!is.na(texts)])))
  )
}

# Beyond 2^53 a number of R is not exact: such a column is integer64 where bit64 is installed, else text.
whole_numbers <- function(texts) {
  numbers <- as.numeric(texts)
  largest <- suppressWarnings(max(abs(numbers), 0, na.rm = TRUE))
  if (largest <= .Machine$integer.max) return(as.integer(numbers))
  if (largest < 2^53) return(numbers)
  if (requireNamespace("bit64", quietly = TRUE)) bit64::as.integer64(texts) else texts
}
