# JSON in base R. Whole numbers stay exact: a number is kept as the portal wrote it until its column has a type.

json_token <- '"[^"\\\\]*+(?:\\\\.[^"\\\\]*+)*+"|-?[0-9][0-9.eE+-]*+|true|false|null|[][{},:]'

json_tokens <- function(text) {
  # As bytes a position costs the same everywhere in a long text.
  Encoding(text) <- "bytes"
  found <- gregexpr(json_token, text, perl = TRUE, useBytes = TRUE)[[1]]
  tokens <- substring(text, found, found + attr(found, "match.length") - 1L)
  Encoding(tokens) <- "UTF-8"
  tokens
}

# Texts of string tokens.
json_texts <- function(tokens) {
  texts <- substr(tokens, 2L, nchar(tokens) - 1L)
  escaped <- grep("\\", texts, fixed = TRUE)
  texts[escaped] <- vapply(texts[escaped], unescape, "", USE.NAMES = FALSE)
  texts
}

short_escapes <- c(b = "\b", f = "\f", n = "\n", r = "\r", t = "\t")

unescape <- function(text) {
  pattern <- "\\\\u[dD][89abAB][0-9a-fA-F]{2}\\\\u[0-9a-fA-F]{4}|\\\\u[0-9a-fA-F]{4}|\\\\.|[^\\\\]+"
  parts <- regmatches(text, gregexpr(pattern, text, perl = TRUE))[[1]]
  decode <- function(part) {
    if (!startsWith(part, "\\")) return(part)
    if (startsWith(part, "\\u")) {
      units <- strtoi(strsplit(substring(part, 3L), "\\u", fixed = TRUE)[[1]], 16L)
      code <- if (length(units) == 1L) units else
        65536L + (units[1] - 55296L) * 1024L + (units[2] - 56320L)
      return(intToUtf8(code))
    }
    letter <- substring(part, 2L)
    if (letter %in% names(short_escapes)) short_escapes[[letter]] else letter
  }
  paste(vapply(parts, decode, ""), collapse = "")
}

# A JSON text as lists, texts, numbers, TRUE and FALSE; null is NULL.
from_json <- function(text) {
  tokens <- json_tokens(paste(text, collapse = "\n"))
  at <- 0L
  take <- function() {
    at <<- at + 1L
    tokens[at]
  }
  value <- function() {
    token <- take()
    switch(token,
      "{" = members(),
      "[" = items(),
      "true" = TRUE,
      "false" = FALSE,
      "null" = NULL,
      if (startsWith(token, "\"")) json_texts(token) else as.numeric(token)
    )
  }
  members <- function() {
    found <- list()
    while (tokens[at + 1L] != "}") {
      name <- json_texts(take())
      take()
      # list() keeps a NULL.
      found[name] <- list(value())
      if (tokens[at + 1L] == ",") take()
    }
    take()
    found
  }
  items <- function() {
    found <- list()
    while (tokens[at + 1L] != "]") {
      found[length(found) + 1L] <- list(value())
      if (tokens[at + 1L] == ",") take()
    }
    take()
    found
  }
  value()
}

# A list with names is an object, one without an array; a single value is a scalar.
to_json <- function(value) {
  if (is.null(value)) return("null")
  if (is.list(value)) {
    parts <- vapply(value, to_json, "")
    if (length(value) == 0L) return(if (is.null(names(value))) "[]" else "{}")
    if (is.null(names(value))) return(paste0("[", paste(parts, collapse = ","), "]"))
    return(paste0("{", paste0(quoted(names(value)), ":", parts, collapse = ","), "}"))
  }
  if (is.logical(value)) return(if (value) "true" else "false")
  if (is.numeric(value)) return(format(value, digits = 17, scientific = FALSE, trim = TRUE))
  quoted(as.character(value))
}

quoted <- function(text) {
  text <- gsub("\\", "\\\\", enc2utf8(text), fixed = TRUE)
  text <- gsub("\"", "\\\"", text, fixed = TRUE)
  text <- gsub("\n", "\\n", text, fixed = TRUE)
  paste0("\"", gsub("[[:cntrl:]]", " ", text), "\"")
}
