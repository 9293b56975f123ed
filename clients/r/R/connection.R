# Calls of the HTTP interface, by the program curl, since base R sends no POST.

#' A portal, asked with a token; by default ATRIUM_URL and ATRIUM_TOKEN of the environment.
atrium_portal <- function(url = Sys.getenv("ATRIUM_URL"), token = Sys.getenv("ATRIUM_TOKEN")) {
  if (!grepl("^https?://[^/]", url)) stop("The address of the portal begins with https://")
  if (!nzchar(token)) stop("Give a token, or put it into the environment variable ATRIUM_TOKEN.")
  if (grepl("[^A-Za-z0-9_-]", token)) stop("A token has letters, digits, - and _ only.")
  structure(list(base = sub("/+$", "", url), token = token), class = "atrium_portal")
}

print.atrium_portal <- function(x, ...) cat("Atrium portal", x$base, "\n")

#' Any call: the reply as lists.
atrium_get <- function(portal, path, ...) {
  body <- send(portal, path, query = list(...))$file
  on.exit(unlink(body))
  from_json(readLines(body, warn = FALSE, encoding = "UTF-8"))
}

post <- function(portal, path, body, if_match = NULL) {
  headers <- if (is.null(if_match)) NULL else sprintf("If-Match: \"%s\"", format_id(if_match))
  file <- send(portal, path, body = body, headers = headers)$file
  on.exit(unlink(file))
  from_json(readLines(file, warn = FALSE, encoding = "UTF-8"))
}

format_id <- function(id) format(id, digits = 17, scientific = FALSE, trim = TRUE)

segment <- function(text) utils::URLencode(as.character(text), reserved = TRUE)

max_tries <- 5L
max_wait_seconds <- 60

# Sends a call; `file` has the reply, and `headers` its headers by their names in small letters.
send <- function(portal, path, query = list(), body = NULL, headers = NULL, file = tempfile("atrium")) {
  for (tries_left in rev(seq_len(max_tries) - 1L)) {
    reply <- send_once(portal, path, query, body, headers, file)
    if (reply$status %in% c(200L, 206L)) return(reply)
    wait <- suppressWarnings(as.numeric(reply$headers["retry-after"]))
    if (reply$status != 429L || tries_left == 0L || is.na(wait) || wait > max_wait_seconds) refuse(reply)
    Sys.sleep(wait)
  }
}

send_once <- function(portal, path, query, body, headers, file) {
  query <- Filter(Negate(is.null), query)
  pairs <- vapply(query, function(value) segment(if (is.logical(value)) tolower(value) else value), "")
  url <- paste0(
    portal$base, "/api/v2/", path,
    if (length(pairs) > 0L) paste0("?", paste0(names(pairs), "=", pairs, collapse = "&"))
  )
  head_file <- tempfile("atrium")
  config <- tempfile("atrium")
  # The token stands in a file that only its owner may open, never among the arguments that everybody may list.
  file.create(config)
  Sys.chmod(config, "600")
  on.exit(unlink(c(config, head_file)))
  lines <- c(
    "silent", "show-error",
    option("url", url), option("output", file), option("dump-header", head_file),
    option("write-out", "%{http_code}"),
    option("header", paste("Authorization: Bearer", portal$token)),
    vapply(headers, function(header) option("header", header), "", USE.NAMES = FALSE)
  )
  if (!is.null(body)) {
    lines <- c(lines, option("header", "Content-Type: application/json"), option("data-raw", to_json(body)))
  }
  writeLines(enc2utf8(lines), config, useBytes = TRUE)
  status <- suppressWarnings(system2("curl", c("--config", shQuote(config)), stdout = TRUE))
  code <- suppressWarnings(as.integer(utils::tail(status, 1L)))
  if (length(code) == 0L || is.na(code) || code == 0L) stop("The portal did not answer: ", portal$base)
  if (!is.null(attr(status, "status"))) stop("The reply broke off.")
  list(status = code, file = file, headers = parse_headers(head_file))
}

option <- function(name, value) {
  value <- gsub("\\", "\\\\", value, fixed = TRUE)
  value <- gsub("\"", "\\\"", value, fixed = TRUE)
  paste0(name, " = \"", value, "\"")
}

parse_headers <- function(file) {
  lines <- grep("^[^ :]+:", readLines(file, warn = FALSE), value = TRUE)
  stats <- trimws(sub("^[^:]+:", "", lines))
  names(stats) <- tolower(sub(":.*", "", lines))
  stats
}

refuse <- function(reply) {
  on.exit(unlink(reply$file))
  answer <- tryCatch(from_json(readLines(reply$file, warn = FALSE, encoding = "UTF-8")), error = function(e) NULL)
  detail <- if (is.list(answer) && is.character(answer$detail)) answer$detail else "no reason given"
  code <- if (is.list(answer) && is.character(answer$code)) answer$code else "unknown"
  stop(structure(
    class = c(code, "atrium_refused", "error", "condition"),
    list(message = paste0(reply$status, " ", code, ": ", detail), call = NULL, status = reply$status)
  ))
}
