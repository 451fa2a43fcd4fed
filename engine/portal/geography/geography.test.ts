import { expect, test } from 'vitest';
import { writeLocation } from '../writing/location.ts';
import { readCoordinates, sayCoordinates } from './coordinates.ts';
import { readGeometry, readOutline, writeGeometry } from './geometry.ts';
import { districtAt, districtOf, middleOf } from './locate.ts';
import { sketchOf } from './sketch.ts';
import { wrongLocations } from './wrong-locations.ts';

const squareAt = (west: number): number[][][][] => [
  [
    [
      [west, 14],
      [west + 1, 14],
      [west + 1, 15],
      [west, 15],
      [west, 14],
    ],
  ],
];

const districts = {
  lookup: 'ward',
  values: ['west', 'east'],
  names: ['West ward', 'East ward'],
  outlines: [squareAt(120), squareAt(121)],
  isOutsideAllowed: false,
};

test.each([
  ['14.5995, 120.9842', 'POINT (120.9842 14.5995)'],
  ['14.5995 120.9842', 'POINT (120.9842 14.5995)'],
  ['14.5995° N, 120.9842° E', 'POINT (120.9842 14.5995)'],
  ['120.9842E 14.5995N', 'POINT (120.9842 14.5995)'],
  ['33.8688 S, 151.2093 E', 'POINT (151.2093 -33.8688)'],
  ['−33.8688, 151.2093', 'POINT (151.2093 -33.8688)'],
  ['geo:14.5995,120.9842;u=35', 'POINT (120.9842 14.5995)'],
  ['14.59951234567, 120.9842', 'POINT (120.9842 14.599512)'],
  ['point(120.98420000 14.5995)', 'POINT (120.9842 14.5995)'],
])('the point %s is stored as %s', (typed, stored) => {
  expect(writeLocation(typed, 'point')).toBe(stored);
  expect(writeLocation(stored, 'point')).toBe(stored);
  expect(readGeometry(stored)).not.toBeNull();
});

test.each(['Main Street 5', '95, 120', '14.5 N, 120 N', '14.5', '14.5, 120, 3', ''])(
  '"%s" is no point',
  (typed) => {
    expect(readCoordinates(typed)).toBeNull();
    expect(writeLocation(typed, 'point')).toBe(typed);
  },
);

test('a long text that is almost a place takes no time', () => {
  const start = performance.now();
  for (const typed of [`POINT(${' '.repeat(4000)}`, `POLYGON((${' '.repeat(4000)}`])
    expect(writeLocation(typed, 'point')).toBe(typed);
  expect(readCoordinates(`geo:${'1'.repeat(50_000)};${'1'.repeat(50_000)}\r1`)).toBeNull();
  expect(performance.now() - start).toBeLessThan(1000);
});

test('an area is one corner a line, and its outline is closed', () => {
  const stored = 'POLYGON ((120 14,121 14,121 15,120 14))';
  expect(writeLocation('14, 120\n14, 121\n15, 121\n', 'area')).toBe(stored);
  expect(writeLocation('POLYGON((120 14,121 14,121 15))', 'area')).toBe(stored);
  expect(readGeometry('POLYGON ((120 14,121 14,121 15,120 15))')).toBeNull();
  const half = writeGeometry({ shape: 'area', corners: [[120, 14]] });
  expect([readGeometry(half), readOutline(half)]).toEqual([null, { shape: 'area', corners: [[120, 14]] }]);
});

test('people read latitude first, and the spans of an area', () => {
  expect(sayCoordinates('POINT (-0.0015 51.4779)')).toBe('51.4779° N, 0.0015° W');
  expect(sayCoordinates('POLYGON ((120 14,121 14,121 15,120 14))')).toBe('14–15° N, 120–121° E');
  expect(sayCoordinates('POLYGON ((-1 -1,1 -1,1 1,-1 -1))')).toBe('1° S – 1° N, 1° W – 1° E');
  expect(sayCoordinates('Main Street 5')).toBeNull();
});

test('a place is in the district around it; on a border in the first', () => {
  expect(districtOf(districts, 'POINT (120.5 14.5)')).toBe('west');
  expect(districtOf(districts, 'POINT (121.5 14.5)')).toBe('east');
  expect(districtOf(districts, 'POINT (121 14.5)')).toBe('west');
  expect(districtOf(districts, 'POINT (123 14.5)')).toBeUndefined();
  expect(districtOf(districts, undefined)).toBeUndefined();
  // Most of it is in the east.
  expect(districtOf(districts, 'POLYGON ((120.9 14.2,121.8 14.2,121.8 14.8,120.9 14.8,120.9 14.2))')).toBe(
    'east',
  );
});

test('the middle of an outline over several countries is found at once', () => {
  const start = performance.now();
  for (const north of [0.001, 0.5]) {
    const ribbon = `POLYGON ((-5 0,5 0,5 ${north},-5 ${north},-5 0))`;
    const geometry = readGeometry(ribbon);
    expect(geometry && middleOf(geometry)).toEqual([expect.closeTo(0), north / 2]);
    expect(districtOf(districts, ribbon)).toBeUndefined();
  }
  expect(performance.now() - start).toBeLessThan(1000);
});

test('thousands of places are compared with the corners of districts near them only', () => {
  const ring = Array.from({ length: 5000 }, (_, at) => {
    const turn = ((at % 4999) / 4999) * 2 * Math.PI;
    return [120 + Math.cos(turn), 14 + Math.sin(turn)];
  });
  const detailed = { ...districts, outlines: [...Array.from({ length: 20 }, () => [[ring]]), squareAt(121)] };
  const start = performance.now();
  for (let at = 0; at < 10_000; at += 1) districtAt(detailed, [121.5, 14.5]);
  expect(performance.now() - start).toBeLessThan(1000);
});

const codesOf = (ui: object, answers: object) =>
  wrongLocations({ site: ui, rows: { items: { site: ui } } }, answers).map(([path, { code }]) => [
    path,
    code,
  ]);

test('a place outside of all districts and an outline that crosses itself are refused', () => {
  const { names, ...rest } = districts;
  const site = { 'ui:shape': 'point', 'ui:districts': rest, 'ui:districtNames': names };
  expect(codesOf(site, { site: 'POINT (120.5 14.5)' })).toEqual([]);
  expect(codesOf(site, { site: 'POINT (12 14.5)', rows: [{}, { site: 'POINT (12 14)' }] })).toEqual([
    ['site', 'forms.outside-districts'],
    ['rows.1.site', 'forms.outside-districts'],
  ]);
  const open = { ...site, 'ui:districts': { ...rest, isOutsideAllowed: true } };
  expect(codesOf(open, { site: 'POINT (12 14.5)' })).toEqual([]);
  const crossing = 'POLYGON ((120.1 14.1,120.9 14.9,120.9 14.1,120.1 14.9,120.1 14.1))';
  expect(codesOf(open, { site: crossing })).toEqual([['site', 'forms.outline-crosses']]);
  // A part of it is outside.
  const wide = 'POLYGON ((120.1 14.1,125 14.1,125 14.9,120.1 14.1))';
  expect(codesOf(site, { site: wide })).toEqual([['site', 'forms.outside-districts']]);
});

test('a sketch has north up, and the place where it is', () => {
  const {
    districts: drawn,
    mark,
    width,
    height,
  } = sketchOf({ shape: 'point', at: [121.5, 14.75] }, districts);
  expect(drawn.map(({ value }) => value)).toEqual(['west', 'east']);
  expect(width).toBe(240);
  expect(height).toBeLessThan(150);
  expect(mark).toEqual({ x: expect.closeTo(176, 0), y: expect.closeTo(37, 0) });
});
