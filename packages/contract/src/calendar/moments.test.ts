import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toDay } from './days.ts';
import { dayOfMoment, momentText, toMoment, type WrittenTime } from './moments.ts';

const moment = (text: string, time: WrittenTime | null) => {
  const day = toDay(text);
  return day === undefined ? undefined : toMoment(day, time);
};

it('a moment is its day, its time to the microsecond, and its instant in front where a zone is written', () => {
  expect(moment('2019-03-02', null)).toBe('2019-03-02');
  expect(moment('2019-03-02', { hour: '9', minute: '05' })).toBe('2019-03-02 09:05:00.000000');
  expect(moment('2019-03-02', { hour: '09', minute: '05', second: '07', fraction: '12' })).toBe(
    '2019-03-02 09:05:07.120000',
  );
  expect(moment('2019-03-02', { hour: '00', minute: '30', zone: '+0200' })).toBe(
    '2019-03-01 22:30:00.000000 2019-03-02 00:30:00.000000+02:00',
  );
  expect(moment('2019-03-02', { hour: '23', minute: '30', zone: '-01' })).toBe(
    '2019-03-03 00:30:00.000000 2019-03-02 23:30:00.000000-01:00',
  );
});

it.each<WrittenTime>([
  { hour: '24', minute: '00' },
  { hour: '12', minute: '60' },
  { hour: '12', minute: '00', second: '60' },
  { hour: '12', minute: '00', zone: '+24:00' },
  { hour: '12', minute: '00', zone: 'CET' },
])('a time that no clock shows is none: $hour:$minute:$second $zone', (time) => {
  expect(moment('2019-03-02', time)).toBeUndefined();
});

it('a moment shows its day and time as they were written, to the unit, with the zone', () => {
  const time = { hour: '14', minute: '05', second: '07', fraction: '123456' };
  const plain = moment('2019-03-02', time) ?? '';
  const zoned = moment('2019-03-02', { ...time, zone: '-10:30' }) ?? '';
  expect(momentText(plain, 'minute')).toBe('2019-03-02 14:05');
  expect(momentText(plain, 'second')).toBe('2019-03-02 14:05:07');
  expect(momentText(zoned, 'millisecond')).toBe('2019-03-02 14:05:07.123-10:30');
  expect(momentText(zoned, 'microsecond')).toBe('2019-03-02 14:05:07.123456-10:30');
  expect(momentText('2019-03-02', 'second')).toBe('2019-03-02');
  expect([plain, zoned, '2019-03-02'].map(dayOfMoment)).toEqual(['2019-03-02', '2019-03-02', '2019-03-02']);
});

const two = (number: number) => String(number).padStart(2, '0');
const anyTime = fc.record({
  day: fc.integer({ min: 1, max: 3 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  zone: fc.constantFrom(undefined, 'Z', '+02:00', '-11:30'),
});

it('moments sort by their instants, those without a zone as in UTC', () => {
  fc.assert(
    fc.property(anyTime, anyTime, (one, other) => {
      const [a, b] = [one, other].map(({ day, hour, minute, zone }) => ({
        text: moment(`2020-01-0${day}`, { hour: two(hour), minute: two(minute), zone }) ?? '',
        instant: Date.parse(`2020-01-0${day}T${two(hour)}:${two(minute)}:00${zone ?? 'Z'}`),
      }));
      if (a === undefined || b === undefined || a.instant === b.instant) return;
      expect(a.text < b.text).toBe(a.instant < b.instant);
    }),
  );
});

it('the last second of 9999 keeps its day and sorts last, whatever its zone', () => {
  const time = { hour: '23', minute: '59', second: '59' };
  const end = moment('9999-12-31', { ...time, zone: '-05:00' }) ?? '';
  expect(momentText(end, 'second')).toBe('9999-12-31 23:59:59-05:00');
  expect(end > (moment('9999-12-31', time) ?? '')).toBe(true);
});
