/** Answers in rows are formatted by their type; text is shown as it was typed. */
import { expect, test } from 'vitest';
import type { Portal } from '../../../portal/model/portal.ts';
import { english } from '../../../portal/language/say.ts';
import { eventRemark } from './event-text.ts';

const portal = {
  language: 'en',
  timeZone: 'UTC',
  constants: {},
  words: english,
  forms: {
    list: {
      schema: {
        type: 'object',
        properties: {
          findings: {
            type: 'array',
            items: {
              type: 'object',
              properties: {
                what: { type: 'string', enum: ['fire_exit'] },
                said: { type: 'string' },
                by: { type: 'string', format: 'date' },
              },
            },
          },
        },
      },
      uiSchema: { findings: { items: { what: { 'ui:enumNames': ['The fire exit'] } } } },
    },
  },
  workflows: { shop: { transitions: { visit: { input: 'list' } } } },
} as unknown as Portal;

test.each(['fire_exit', '2026-01-02', 'sari-sari'])(
  'a choice and a day are told in words, "%s" as it is',
  (said) => {
    const detail = { input: { findings: [{ what: 'fire_exit', said, by: '2026-01-02' }] } };
    const remark = eventRemark(portal, 'shop', { what: 'visit', state: 'seen', detail });
    expect(remark).toBe(`The fire exit, ${said}, 2 January 2026`);
  },
);

test('behind the first answer of a row each one has its title', () => {
  const titled = structuredClone(portal) as unknown as {
    forms: {
      list: { schema: { properties: { findings: { items: { properties: Record<string, object> } } } } };
    };
  };
  const { properties } = titled.forms.list.schema.properties.findings.items;
  for (const [name, question] of Object.entries(properties))
    Object.assign(question, { title: { what: 'Fault', said: 'Legal basis', by: 'Correct by' }[name] });
  const detail = { input: { findings: [{ what: 'fire_exit', said: 'Fire Code', by: '2026-01-02' }] } };
  const event = { what: 'visit', state: 'seen', detail };
  const remark = eventRemark({ ...portal, forms: titled.forms as unknown as Portal['forms'] }, 'shop', event);
  expect(remark).toBe('The fire exit. Legal basis: Fire Code. Correct by: 2 January 2026');
});
