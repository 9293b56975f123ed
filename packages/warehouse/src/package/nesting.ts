const deepest = 40;

/**
 * Refuses JSON that is nested more than 40 levels deep, before it is parsed: what walks through the value later calls
 * itself for each level.
 * @throws Error with the reason
 */
export function refuseDeepNesting(json: string): void {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < json.length; at += 1) {
    const character = json[at];
    if (isInText) {
      if (character === '\\') at += 1;
      else if (character === '"') isInText = false;
    } else if (character === '"') isInText = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > deepest) throw new Error(`it is nested more than ${deepest} levels deep`);
    } else if (character === ']' || character === '}') depth -= 1;
  }
}
