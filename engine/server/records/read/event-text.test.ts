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
