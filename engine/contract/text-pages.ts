/** Text pages: what an organisation tells everybody, such as its privacy notice. */
import { Type } from 'typebox';
import type { Contract } from './endpoint.ts';
import { List, OrNull, Text } from './schema.ts';

const TextPageAnswer = Type.Object(
  {
    sections: List(
      Type.Object({
        title: Text,
        body: OrNull(Text),
        points: List(Text, { description: 'A list below it.' }),
      }),
    ),
  },
  { description: 'What the page says, in the language of the caller.' },
);

export const textPages = {
  'GET /text-pages/:page': {
    id: 'text-page',
    tag: 'Text pages',
    summary: 'What a text page says, for callers who may open it.',
    access: 'optional',
    params: { page: 'Name of the route of the page.' },
    answers: { 200: TextPageAnswer },
    refusals: [404],
  },
} as const satisfies Contract;
