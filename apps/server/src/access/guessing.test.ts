import { describe, expect, it } from 'vitest';
import { createTestClock } from '../testing/testClock.ts';
import { createGuessing, type Guessing } from './guessing.ts';

const second = 1 / 60;
const start = () => {
  const clock = createTestClock();
  return { clock, guessing: createGuessing(clock.now) };
};

const version4 = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `198.18.${index >> 8}.${index & 255}`);
const ofOneSite = Array.from({ length: 300 }, (_, index) => `2001:db8:7:${index.toString(16)}::/64`);

describe('an owner at an unknown address', () => {
  it.each([
    ['21 networks', version4(21)],
    ['1000 networks', version4(1000)],
    ['networks of one site', ofOneSite],
  ])('waits a minute at most while %s guess without a pause', (_what, attackers) => {
    const given = start();
    for (let passed = 0; passed < 300; passed += 1) {
      attack(given.guessing, attackers);
      given.clock.advance(second);
    }
    expect(secondsUntilIn(given, '203.0.113.9', attackers)).toBeLessThanOrEqual(60);
    expect(secondsUntilIn(given, '2001:db8:9:1::/64', attackers)).toBeLessThanOrEqual(60);
  });

  it.each([8, 200])('loses nothing by trying too early each second, from second %i on', (from) => {
    const { clock, guessing } = start();
    const owner = { name: 'ada', address: '203.0.113.9' };
    for (let passed = 0; passed < from; passed += 1) {
      attack(guessing, version4(100));
      clock.advance(second);
    }
    let tooEarly = 0;
    for (; tooEarly <= 60; tooEarly += 1) {
      attack(guessing, version4(100));
      if (guessing.take(owner) === 0) break;
      clock.advance(second);
    }
    // More than the five free tries, so that a try that is counted would be noticed.
    expect(tooEarly).toBeGreaterThan(5);
    expect(tooEarly).toBeLessThanOrEqual(60);
  });
});

describe('guesses at one account', () => {
  const guessesInAnHour = (addresses: readonly string[]): number => {
    const { clock, guessing } = start();
    let guesses = 0;
    for (let passed = 0; passed < 3600; passed += 1) {
      guesses += attack(guessing, addresses);
      clock.advance(second);
    }
    return guesses;
  };

  it('from one network are few', () => {
    expect(guessesInAnHour(version4(1))).toBeLessThanOrEqual(15);
  });

  it('from all networks of one site are one a minute after the first ones', { tags: 'long' }, () => {
    expect(guessesInAnHour(ofOneSite)).toBeLessThanOrEqual(20 + 60 + 5);
  });

  it('from many networks are one a minute for each, and fewer in time', () => {
    const addresses = version4(50);
    expect(guessesInAnHour(addresses)).toBeLessThanOrEqual(20 + addresses.length * 15);
  });
});

/**
 * How many seconds pass until an owner at an unknown address can sign in, if they try again at each time that a refusal
 * names.
 */
function secondsUntilIn(
  { clock, guessing }: ReturnType<typeof start>,
  owner: string,
  attackers: readonly string[],
): number {
  let next = 0;
  for (let passed = 0; passed <= 900; passed += 1) {
    attack(guessing, attackers);
    if (passed >= next) {
      const wait = guessing.take({ name: 'ada', address: owner });
      if (wait === 0) return passed;
      next = passed + wait;
    }
    clock.advance(second);
  }
  return Number.POSITIVE_INFINITY;
}

/** Every attacker guesses as soon as they may, always before the owner. */
function attack(guessing: Guessing, addresses: readonly string[], name = 'ada'): number {
  return addresses.filter((address) => guessing.take({ name, address }) === 0).length;
}
