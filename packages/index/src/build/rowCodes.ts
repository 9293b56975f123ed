export type CodeArray = Uint8Array | Uint16Array | Uint32Array;

/** An array for so many codes, of which the largest is `max`. */
export function codeArray(length: number, max: number): CodeArray {
  if (max < 0x100) return new Uint8Array(length);
  return max < 0x10000 ? new Uint16Array(length) : new Uint32Array(length);
}

/** Numbers that have been seen, each with the order of its first coming: 1, 2, … */
interface SeenNumbers {
  codeOf(value: number): number;
  /** What the codes 1, 2, … stand for. */
  values(): Float64Array;
}

/** Whole numbers from `-nearNumbers` up to it, as days and ages are, have a slot of their own. */
const nearNumbers = 65_536;

/** A table with free room; another number is looked for from the slot that its bits name. */
function createSeenNumbers(): SeenNumbers {
  const near = new Uint32Array(2 * nearNumbers);
  let slots = new Uint32Array(1024);
  let numbers = new Float64Array(512);
  let count = 0;
  const one = new Float64Array(1);
  const bits = new Uint32Array(one.buffer);
  const slotOf = (value: number): number => {
    one[0] = value;
    const mixed = Math.imul((bits[0] ?? 0) ^ Math.imul(bits[1] ?? 0, 0x9e3779b1), 0x85ebca6b);
    const mask = slots.length - 1;
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (;;) {
      const code = slots[slot] ?? 0;
      if (code === 0 || numbers[code - 1] === value) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const grow = (): void => {
    const more = new Float64Array(2 * numbers.length);
    more.set(numbers);
    numbers = more;
    slots = new Uint32Array(2 * slots.length);
    for (let code = 1; code <= count; code += 1) slots[slotOf(numbers[code - 1] ?? 0)] = code;
  };
  const codeOf = (value: number): number => {
    const slot = slotOf(value);
    const known = slots[slot] ?? 0;
    if (known !== 0) return known;
    numbers[count] = value;
    count += 1;
    slots[slot] = count;
    if (count === numbers.length) grow();
    return count;
  };
  return {
    codeOf: (value) => {
      const whole = value | 0;
      if (whole !== value || whole < -nearNumbers || whole >= nearNumbers) return codeOf(value);
      const known = near[whole + nearNumbers] ?? 0;
      if (known !== 0) return known;
      const code = codeOf(value);
      near[whole + nearNumbers] = code;
      return code;
    },
    values: () => numbers.subarray(0, count),
  };
}

/** Codes of lines, which come in parts: each in the narrowest array so far. */
export interface LineCodes {
  /** Takes the values of some lines; `lines` says which. NaN is no value. */
  add(lines: ArrayLike<number>, values: ArrayLike<number>, count: number): void;
  /** The codes by line, and what they stand for, in ascending order. Code 0 is no value. */
  finish(): { readonly codes: CodeArray; readonly values: Float64Array };
}

/** Puts another code in place of each. */
export function translate(codes: CodeArray, codeOf: Uint32Array): void {
  for (let line = 0; line < codes.length; line += 1) codes[line] = codeOf[codes[line] ?? 0] ?? 0;
}

/** Codes of numbers, in the order of the numbers; `none` is no value, as NaN is. */
export function codesOfNumbers(length: number, none = Number.NaN): LineCodes {
  const seen = createSeenNumbers();
  let codes: CodeArray = new Uint8Array(length);
  let max = 0xff;
  const widen = (): void => {
    max = max === 0xff ? 0xffff : 0xffffffff;
    const wider = codeArray(length, max);
    wider.set(codes);
    codes = wider;
  };
  return {
    add: (lines, values, count) => {
      let into = codes;
      for (let index = 0; index < count; index += 1) {
        // Zero has two forms, which are one value.
        const value = (values[index] ?? Number.NaN) + 0;
        if (Number.isNaN(value) || value === none) continue;
        const code = seen.codeOf(value);
        if (code > max) {
          widen();
          into = codes;
        }
        into[lines[index] ?? 0] = code;
      }
    },
    finish: () => {
      const found = seen.values();
      const values = Float64Array.from(found).sort();
      const sorted = createSeenNumbers();
      for (const value of values) sorted.codeOf(value);
      const codeOfSeen = new Uint32Array(found.length + 1);
      found.forEach((value, index) => {
        codeOfSeen[index + 1] = sorted.codeOf(value);
      });
      translate(codes, codeOfSeen);
      return { codes, values };
    },
  };
}

/** Codes that the database has made, of which the largest is `max`. */
export function codesAsGiven(
  length: number,
  max: number,
): Pick<LineCodes, 'add'> & { readonly codes: CodeArray } {
  const codes = codeArray(length, max);
  return {
    codes,
    add: (lines, values, count) => {
      for (let index = 0; index < count; index += 1) codes[lines[index] ?? 0] = values[index] ?? 0;
    },
  };
}
