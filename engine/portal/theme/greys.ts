/** The neutral colours of every portal, from light to dark. */
import type { Shades } from './shades.ts';

export const lightGreys: Shades = [
  '#faf9f7',
  '#f3f1ee',
  '#e8e5e0',
  '#d8d4cd',
  '#bcb7ae',
  '#8f8a81',
  '#686359',
  '#524e47',
  '#3a3733',
  '#24221f',
];

export const darkGreys: Shades = [
  '#dad7d2',
  '#bdb9b3',
  '#a19d96',
  '#6b6761',
  '#4a4743',
  '#3a3734',
  '#2d2b28',
  '#211f1d',
  '#191817',
  '#121110',
];
