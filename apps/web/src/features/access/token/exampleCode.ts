import { unreachable } from '@atrium/contract/errors/unreachable';

export const languages = ['Python', 'R', 'curl'] as const;
export type Language = (typeof languages)[number];

export interface ExampleOf {
  /** Where the portal is, such as `https://portal.example.org`. */
  readonly origin: string;
  /** The dataset's id in paths. */
  readonly dataset: string;
  /** Whether the person may download rows; otherwise the examples use cross-tabs only. */
  readonly hasRows: boolean;
}

/** The line that puts the token into the environment variable that the examples use. */
export const environmentLine = 'export ATRIUM_TOKEN=atrium_…';

/** The calls of the examples, within what the person may do. */
function callsOf({ dataset, hasRows }: ExampleOf) {
  return hasRows
    ? {
        question: 'How many subjects are in the active cohort?',
        count: `${dataset}/query_tools/count/`,
        field: 'count',
        what: 'The active table over the active cohort',
        path: `${dataset}/query_tools/export_csv/`,
        file: 'results.csv',
      }
    : {
        question: 'How many subjects are in the dataset?',
        count: `dataset/${dataset}/`,
        field: 'subjectCount',
        what: 'The active cross-tab',
        path: `${dataset}/analysis_tools/export_csv/`,
        file: 'aggregate.csv',
      };
}

function python(example: ExampleOf): string {
  const { question, count, field, what, path, file } = callsOf(example);
  return `import json
import os
import shutil
import urllib.request

BASE = "${example.origin}/api/v2/"
HEADERS = {"Authorization": "Bearer " + os.environ["ATRIUM_TOKEN"]}


def ask(path):
    return urllib.request.urlopen(urllib.request.Request(BASE + path, headers=HEADERS))


# ${question}
with ask("${count}") as reply:
    print(json.load(reply)["${field}"], "subjects")

# ${what} (needs the scope Export)
with ask("${path}") as reply, open("${file}", "wb") as out:
    shutil.copyfileobj(reply, out)
`;
}

function r(example: ExampleOf): string {
  const { question, count, field, what, path, file } = callsOf(example);
  return `# Needs the packages httr2 and jsonlite
library(httr2)

ask <- function(path) {
  request(paste0("${example.origin}/api/v2/", path)) |>
    req_auth_bearer_token(Sys.getenv("ATRIUM_TOKEN"))
}

# ${question}
count <- ask("${count}") |> req_perform() |> resp_body_json()
cat(count$${field}, "subjects\\n")

# ${what} (needs the scope Export)
ask("${path}") |> req_perform(path = "${file}")
${example.hasRows ? 'results <- read.csv("results.csv")' : 'aggregate <- read.csv("aggregate.csv", header = FALSE)'}
`;
}

function curl(example: ExampleOf): string {
  const { question, count, what, path, file } = callsOf(example);
  const ask = 'curl -sS --fail-with-body -H "Authorization: Bearer $ATRIUM_TOKEN"';
  return `# ${question}
${ask} \\
  '${example.origin}/api/v2/${count}'

# ${what} (needs the scope Export)
${ask} \\
  '${example.origin}/api/v2/${path}' -o ${file}
`;
}

/** A program that counts the active cohort and downloads a file, ready to run. */
export function exampleCode(language: Language, example: ExampleOf): string {
  switch (language) {
    case 'Python':
      return python(example);
    case 'R':
      return r(example);
    case 'curl':
      return curl(example);
    default:
      return unreachable(language);
  }
}
