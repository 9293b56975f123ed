# Files of a cohort, with resume and checksums.

#' The files of a cohort that you may read; further arguments are filters of the call files/list/.
atrium_files <- function(cohort, ...) {
  filters <- list(...)
  items <- asked(cohort, "cohort_def", function(reply) {
    found <- list()
    page <- 1
    while (!is.null(page)) {
      query <- c(list(cohort$portal, in_dataset(cohort, "files/list/"), page = page, page_size = 200), filters)
      reply <- do.call(atrium_get, query)
      found <- c(found, reply$results)
      page <- reply$paginator$next_page
    }
    found
  })
  text <- function(name) vapply(items, function(item) item[[name]], "")
  sum_part <- function(name) {
    vapply(items, function(item) if (is.null(item$checksum)) NA_character_ else item$checksum[[name]], "")
  }
  files <- data.frame(
    file_id = text("file_id"), name = text("name"), size = vapply(items, function(item) item$size, 0),
    checksum_kind = sum_part("kind"), checksum = sum_part("value")
  )
  structure(files, portal = cohort$portal, dataset = cohort$dataset)
}

#' Puts files into a folder and returns their paths. A whole file with the right checksum is kept, and a part that an
#' earlier download left is continued.
atrium_download <- function(files, folder = ".") {
  dir.create(folder, showWarnings = FALSE, recursive = TRUE)
  vapply(seq_len(nrow(files)), function(index) {
    download_one(list(portal = attr(files, "portal"), dataset = attr(files, "dataset")), files[index, ], folder)
  }, "")
}

download_one <- function(of, file, folder) {
  target <- file.path(folder, safe_name(file$name))
  if (file.exists(target)) {
    if (is_whole(target, file)) return(target)
    stop(target, " is there, and is another file.")
  }
  part <- paste0(target, ".part")
  have <- if (file.exists(part)) file.size(part) else 0
  if (have < file$size || file$size == 0) {
    headers <- if (have > 0) sprintf("Range: bytes=%s-", format_id(have))
    reply <- send(of$portal, in_dataset(of, paste0("transfers/content/", segment(file$file_id))), headers = headers)
    # Status 200 is the whole file, whatever was asked for.
    if (reply$status == 206L) file.append(part, reply$file) else file.copy(reply$file, part, overwrite = TRUE)
    unlink(reply$file)
  }
  if (!is_whole(part, file)) {
    unlink(part)
    stop(file$name, " is not what the portal has: its size or checksum is another.")
  }
  file.rename(part, target)
  target
}

# The name without folders: it comes from the data.
safe_name <- function(name) {
  plain <- sub(".*[/\\\\]", "", name)
  if (plain %in% c("", ".", "..") || grepl("[[:cntrl:]]", plain)) stop("This is not the name of a file: ", name)
  plain
}

is_whole <- function(path, file) {
  if (file.size(path) != file$size) return(FALSE)
  if (is.na(file$checksum)) return(TRUE)
  tolower(file$checksum) == sum_of(path, file$checksum_kind)
}

# R has SHA-256 since 4.5; before, the program of the machine makes it.
sum_of <- function(path, kind) {
  if (kind == "md5") return(unname(tools::md5sum(path)))
  if (exists("sha256sum", envir = asNamespace("tools"), inherits = FALSE)) {
    return(unname(get("sha256sum", envir = asNamespace("tools"))(path)))
  }
  program <- if (nzchar(Sys.which("sha256sum"))) c("sha256sum") else c("shasum", "-a", "256")
  sub(" .*", "", system2(program[1], c(program[-1], shQuote(normalizePath(path))), stdout = TRUE))
}
