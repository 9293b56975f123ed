import { unreachable } from '@atrium/contract';
import type { CastRule } from '../package/packagePlan.ts';
import { ageIn, readDuration } from './readAge.ts';
import { readBoolean } from './readBoolean.ts';
import { readDateIn, readIsoDate, readIsoInstant } from './readDate.ts';
import { readInteger, readNumber, readYear } from './readNumber.ts';
import type { Reader } from './scalar.ts';

/** How the text of a field becomes a value of its concept type. */
export function readerOf(rule: CastRule): Reader {
  switch (rule.target) {
    case 'category':
    case 'text':
    case 'ontology':
      return (text) => text;
    case 'boolean':
      return readBoolean(rule);
    case 'date':
      return dateReader(rule);
    case 'number':
      return numberReader(rule);
    case 'age':
      return ageReader(rule);
    default:
      return unreachable(rule.target);
  }
}

function dateReader({ datePattern, lexical }: CastRule): Reader {
  if (datePattern !== null) return readDateIn(datePattern);
  return lexical === 'datetime' ? readIsoInstant : readIsoDate;
}

function numberReader(rule: CastRule) {
  switch (rule.lexical) {
    case 'integer':
      return readInteger(rule);
    case 'year':
      return readYear;
    default:
      return readNumber(rule);
  }
}

function ageReader(rule: CastRule): Reader {
  if (rule.lexical === 'duration' || rule.lexical === 'string') return readDuration;
  const read = rule.lexical === 'integer' ? readInteger(rule) : readNumber(rule);
  const toDays = ageIn(rule.ageUnit);
  return (text) => toDays(read(text));
}
