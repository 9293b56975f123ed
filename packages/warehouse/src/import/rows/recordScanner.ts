/** Classes of characters; those that may end a row come last. */
const kind = {
  other: 0,
  delimiter: 1,
  quote: 2,
  space: 3,
  escape: 4,
  comment: 5,
  feed: 6,
  return: 7,
  nul: 8,
} as const;
type Kind = (typeof kind)[keyof typeof kind];
const kinds: readonly Kind[] = Object.values(kind);

/** Where a scan stands: before anything of a row, then in a comment, then in a record. */
const at = {
  line: 0,
  return: 1,
  emptyReturn: 2,
  comment: 3,
  cell: 4,
  text: 5,
  escaped: 6,
  quoted: 7,
  quotedReturn: 8,
  quotedEscaped: 9,
  closed: 10,
  fault: 11,
} as const;
type State = (typeof at)[keyof typeof at];
const states: readonly State[] = Object.values(at);

/** The codes of the characters that a CSV file is made of; null where it has none. */
export interface CsvMarks {
  readonly delimiter: number | null;
  readonly quote?: number | null | undefined;
  readonly escape?: number | null | undefined;
  readonly comment?: number | null | undefined;
  /** Ends rows in the place of line ends of all kinds. */
  readonly rowEnd?: number | null | undefined;
  readonly skipsSpace?: boolean;
  readonly doublesQuote?: boolean;
  /** Any form that a parser may take; else all but the usual form is a fault. */
  readonly isLenient?: boolean;
  /** Whether a row, 1-based among all rows with empty ones and comments, is no record. */
  readonly isSkipped?: (row: number) => boolean;
}

/** The highest code of a unit of text; marks of several characters have codes beyond. */
export const maxUnit = 65_535;

const isBegin = (from: State): boolean => from <= at.emptyReturn;

/** Where a scan stands after a character that is no quote, outside of quotes. */
function stepOutside(from: State, found: Kind, isLenient: boolean): State {
  if (found === kind.feed) return at.line;
  if (!isLenient && (from === at.return || from === at.emptyReturn || found === kind.nul)) return at.fault;
  if (found === kind.return) return isBegin(from) ? at.emptyReturn : at.return;
  if (from === at.comment || (isBegin(from) && found === kind.comment)) return at.comment;
  if (found === kind.delimiter) return at.cell;
  if (found === kind.escape) return at.escaped;
  if (found === kind.space && isBegin(from)) return at.line;
  if (found === kind.space && from === at.cell) return at.cell;
  return isLenient || from !== at.closed ? at.text : at.fault;
}

function stepAtQuote(from: State, { isLenient = false, doublesQuote = true }: CsvMarks): State {
  if (from === at.quoted || from === at.quotedReturn) return at.closed;
  if (from === at.comment) return at.comment;
  const isFault = !isLenient && (from === at.return || from === at.emptyReturn);
  if (!isFault && (isBegin(from) || from === at.cell)) return at.quoted;
  if (from === at.closed && doublesQuote) return at.quoted;
  return isLenient ? at.text : at.fault;
}

function step(from: State, found: Kind, marks: CsvMarks): State {
  const { isLenient = false } = marks;
  if (from === at.fault) return at.fault;
  if (from === at.escaped) return at.text;
  if (from === at.quotedEscaped) return at.quoted;
  if (found === kind.quote) return stepAtQuote(from, marks);
  if (from !== at.quoted && from !== at.quotedReturn) return stepOutside(from, found, isLenient);
  if (found === kind.escape) return at.quotedEscaped;
  if (found === kind.nul && !isLenient) return at.fault;
  return found === kind.return ? at.quotedReturn : at.quoted;
}

function classOf(code: number, marks: CsvMarks): Kind {
  const { rowEnd = null, skipsSpace = false } = marks;
  if (code === (rowEnd ?? 0x0a)) return kind.feed;
  if (code === 0x0d && rowEnd === null) return kind.return;
  if (code === marks.quote) return kind.quote;
  if (code === marks.escape) return kind.escape;
  if (code === marks.delimiter) return kind.delimiter;
  if (code === marks.comment) return kind.comment;
  if (skipsSpace && code <= maxUnit && /\s/.test(String.fromCharCode(code))) return kind.space;
  return code === 0 ? kind.nul : kind.other;
}

/** What the characters of a CSV file say about its records. */
export interface CsvScan {
  /** Records that are not empty lines, the header among them. */
  readonly records: number;
  /**
   * Where the line of a record is more than its number: from the 1-based record on, its line is its number plus
   * `ahead`, which grows with each empty line and each line break in a cell before it.
   */
  readonly shifts: readonly { readonly record: number; readonly ahead: number }[];
}

interface RecordScanner {
  /** Takes bytes, or units of text and marks. */
  take(codes: Uint8Array | Uint32Array): void;
  /** Takes a piece of a file without quotes, which has no characters of interest but line feeds. */
  takeLines(bytes: Buffer): void;
  /** Whether the next piece may begin in quotes, behind them or within a line end. */
  isQuoted(): boolean;
  /** False where the form has been found to be another. */
  isUsual(): boolean;
  end(): CsvScan | null;
}

/** So many shifts are kept; a file with more is rewritten. */
const maxShifts = 1_000_000;

/**
 * Counts the records of a CSV file and finds where its lines run ahead of them, by its characters alone and
 * independently of any parser. Where it is not lenient, it gives up at what the usual form has not: a quote inside an
 * unquoted cell, text after a closing quote, a quote that stays open, mixed or lone line ends, a NUL.
 */
export function createScanner(marks: CsvMarks): RecordScanner {
  const { isSkipped = () => false, isLenient = false } = marks;
  const codes = isLenient ? maxUnit + 6 : 256;
  const classes = Uint8Array.from({ length: codes }, (_, code) => classOf(code, marks));
  const steps = Uint8Array.from(states.flatMap((from) => kinds.map((found) => step(from, found, marks))));
  const width = kinds.length;
  const shifts: { record: number; ahead: number }[] = [];
  let state: number = at.line;
  let [rows, records] = [0, 0];
  let [feeds, pairs] = [0, 0];
  /** Empty lines, and line breaks in cells of the records before this one; then those in its own cells. */
  let [ahead, within] = [0, 0];

  const beginRecord = (): void => {
    if (isSkipped(rows + 1)) return;
    records++;
    ahead += within;
    within = 0;
    if (!isLenient && ahead !== (shifts.at(-1)?.ahead ?? 0)) shifts.push({ record: records, ahead });
  };
  const breakLine = (found: number, from: number): void => {
    if (from === at.quoted || from === at.quotedReturn) {
      if (found === kind.return || from === at.quoted) within++;
    } else if (from !== at.escaped && from !== at.quotedEscaped) endRow(found === kind.feed, from);
  };
  const endRow = (isFeed: boolean, from: number): void => {
    const isPair = isFeed && (from === at.return || from === at.emptyReturn);
    if (!isPair) rows++;
    if (!isFeed) return;
    if (from === at.line || from === at.emptyReturn) ahead++;
    if (isPair) pairs++;
    else feeds++;
  };
  const isUsual = (): boolean =>
    isLenient || (state !== at.fault && (feeds === 0 || pairs === 0) && shifts.length <= maxShifts);

  return {
    take: (given) => {
      // A local variable takes a tenth of the time of one that functions share.
      let here = state;
      for (let index = 0; index < given.length; index++) {
        const found = classes[given[index] ?? 0] ?? 0;
        const next = steps[here * width + found] ?? at.fault;
        if (found >= kind.feed) breakLine(found, here);
        else if (here <= at.emptyReturn && next > at.comment) beginRecord();
        here = next;
      }
      state = here;
    },
    takeLines: (bytes) => {
      for (let from = 0; from < bytes.length; ) {
        const end = bytes.indexOf(0x0a, from);
        if (state === at.line) {
          if (end === from) ahead++;
          else beginRecord();
        }
        if (end === -1) {
          state = bytes[bytes.length - 1] === marks.delimiter ? at.cell : at.text;
          return;
        }
        feeds++;
        state = at.line;
        from = end + 1;
      }
    },
    isQuoted: () => state !== at.line && state !== at.cell && state !== at.text,
    isUsual,
    end: () => {
      const isWhole = state === at.line || state === at.cell || state === at.text || state === at.closed;
      return isLenient || (isWhole && isUsual()) ? { records, shifts } : null;
    },
  };
}
