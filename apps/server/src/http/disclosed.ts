/** Rows of subjects, and bytes. */
export interface Amount {
  readonly rows: number;
  readonly bytes: number;
}

/** What the caller of a metered endpoint may still take today (rule 8.21). */
export interface OpenMeter {
  /** Whether any limit or alert depends on the amounts. */
  readonly isCounting: boolean;
  /** Whether `requireRoom` can refuse anything, so that rows need counting before they leave. */
  readonly limitsRows: boolean;
  /** Refuses with volume_limit where so many rows or bytes are more than what is left. */
  requireRoom(rows: number, bytes?: number): void;
  /** Counts what is about to leave; refuses with volume_limit where it is more than what is left. */
  add(amount: Amount): Promise<void>;
}

/**
 * The result of a handler whose endpoint discloses something: a reply, the lines of the audit without which it does not
 * leave, and the amount that is metered before it does (rule 8.28). Only `disclosed` and `showsNothing` make one.
 */
export class Answered<Reply, Line, Takes> {
  readonly reply: Reply;
  readonly lines: readonly Line[];
  readonly takes: Takes | null;

  private constructor(reply: Reply, lines: readonly Line[], takes: Takes | null) {
    this.reply = reply;
    this.lines = lines;
    this.takes = takes;
  }

  static disclosed<Reply, const Line, Takes extends Amount | undefined = undefined>(
    reply: Reply,
    lines: readonly [Line, ...Line[]],
    takes?: Takes,
  ): Answered<Reply, Line, Takes> {
    return new Answered<Reply, Line, Takes>(reply, lines, takes ?? null);
  }

  static showsNothing<Reply>(reply: Reply): Answered<Reply, never, never> {
    return new Answered<Reply, never, never>(reply, [], null);
  }

  /** The same lines and amount with another reply. */
  with<Other>(present: (reply: Reply) => Other): Answered<Other, Line, Takes> {
    return new Answered(present(this.reply), this.lines, this.takes);
  }
}

/** A reply that discloses something, with its lines in the audit and, where it has rows, their amount. */
export const { disclosed } = Answered;

/** A reply that shows nothing of what its endpoint may disclose: a refusal in words, or only what the caller sent. */
export const { showsNothing } = Answered;
