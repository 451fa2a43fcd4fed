/** The same form for all libraries: texts, numbers, choices, ticks, dates and addresses in turn, half of them required. */
const kinds = [
  () => ({ type: 'string', maxLength: 200 }),
  () => ({ type: 'integer', minimum: 0 }),
  () => ({ type: 'string', enum: ['north', 'south', 'east', 'west', 'centre'] }),
  () => ({ type: 'string', pattern: '^[0-9 -]*$' }),
  () => ({ type: 'boolean' }),
  () => ({ type: 'string', format: 'date' }),
  () => ({ type: 'string', maxLength: 40 }),
  () => ({ type: 'string', format: 'email' }),
  () => ({ type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] }),
  () => ({ type: 'string', maxLength: 100 }),
];

export function formOf(count) {
  const names = Array.from({ length: count }, (_, index) => `field_${index}`);
  const properties = Object.fromEntries(
    names.map((name, index) => [name, { ...kinds[index % kinds.length](), title: `Question ${index + 1}` }]),
  );
  const required = names.filter((_, index) => index % 2 === 0);
  return { count, schema: { type: 'object', required, properties } };
}
