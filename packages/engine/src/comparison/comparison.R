# What R says of the data sets that comparison.long.test.ts writes: lines "data set, figure, value, …".
suppressMessages({ library(survival); library(cmprsk) })
folder <- commandArgs(TRUE)[1]
table_of <- function(name) read.csv(file.path(folder, name))
say <- function(set, figure, values)
  cat(set, figure, sprintf("%.17g", values), sep = ",", fill = FALSE, append = TRUE, file = file.path(folder, "found.csv"))
end_line <- function() cat("\n", append = TRUE, file = file.path(folder, "found.csv"))
tell <- function(set, figure, values) { say(set, figure, values); end_line() }
wanted <- function(set, figure, make) {
  values <- tryCatch(suppressWarnings(make()), error = function(e) NULL)
  if (!is.null(values) && all(!is.nan(values))) tell(set, figure, values)
}

numbers <- table_of("numbers.csv"); shares <- table_of("shares.csv"); followed <- table_of("followed.csv")
for (set in unique(numbers$set)) {
  own <- numbers[numbers$set == set, ]
  parts <- split(own$value, own$group)
  for (group in names(parts)) {
    value <- parts[[group]]
    tell(set, paste0("moments", group), c(mean(value), var(value), quantile(value, c(.25, .5, .75))))
  }
  group <- factor(own$group)
  if (length(parts) == 2) {
    wanted(set, "welch", function() { t <- t.test(parts[[1]], parts[[2]]); c(t$statistic, t$parameter, t$p.value) })
    wanted(set, "rank", function() { w <- wilcox.test(parts[[1]], parts[[2]], exact = FALSE); c(w$statistic, w$p.value) })
  } else {
    wanted(set, "welch", function() { o <- oneway.test(own$value ~ group); c(o$statistic, o$parameter, o$p.value) })
    wanted(set, "rank", function() { k <- kruskal.test(own$value, group); c(k$statistic, k$parameter, k$p.value) })
  }
}
for (set in unique(shares$set)) {
  own <- shares[shares$set == set, ]
  counts <- xtabs(count ~ row + group, own)
  wanted(set, "chiSquared", function() { c <- chisq.test(counts, correct = FALSE); c(c$statistic, c$parameter, c$p.value) })
  if (all(dim(counts) == 2)) wanted(set, "fisher", function() fisher.test(counts)$p.value)
}
for (set in unique(followed$set)) {
  own <- followed[followed$set == set, ]
  own$id <- seq_len(nrow(own))
  isLate <- any(own$entry >= 0)
  own$entry <- ifelse(own$entry < 0, -1, own$entry)
  curve <- survfit(Surv(entry, exit, outcome == 1) ~ 1, data = own, conf.type = "log")
  tell(set, "time", curve$time)
  tell(set, "atRisk", curve$n.risk)
  tell(set, "share", curve$surv)
  tell(set, "low", ifelse(is.na(curve$lower), -1, curve$lower))
  tell(set, "high", ifelse(is.na(curve$upper), -1, curve$upper))
  incidence <- survfit(Surv(entry, exit, factor(outcome, 0:2)) ~ 1, data = own, id = id, se.fit = FALSE)
  tell(set, "incidence", incidence$pstate[match(curve$time, incidence$time), 2])
  if (!isLate && any(own$outcome == 1)) {
    found <- cuminc(own$exit, own$outcome)[["1 1"]]
    at <- timepoints(list(found), curve$time)
    tell(set, "variance", at$var[1, ])
  }
  if (length(unique(own$group)) > 1 && !isLate)
    wanted(set, "logRank", function() survdiff(Surv(exit, outcome == 1) ~ group, data = own)$chisq)
  # The exact likelihood takes minutes for thousands of subjects.
  if (length(unique(own$group)) > 1 && isLate && nrow(own) < 400)
    wanted(set, "logRank", function() coxph(Surv(entry, exit, outcome == 1) ~ factor(group), data = own, ties = "exact")$score)
}
