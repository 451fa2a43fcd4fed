/** Signing in with an OpenID Connect provider: the way to it, the way back, and the session. */
import { Type } from 'typebox';
import type { Contract } from './endpoint.ts';
import { Body, Text } from './schema.ts';
import { TicketOfFirstStep, User } from './sessions.ts';

const tag = 'Account';

export const providers = {
  'POST /login/provider': {
    id: 'login.provider',
    tag,
    summary: 'Begin a sign-in with a provider. Sets a cookie that only this browser has.',
    access: 'everyone',
    isForDeputies: true,
    body: Body({
      provider: Type.String({ description: 'The `key` of a provider of the portal.' }),
      next: Type.Optional(
        Type.String({ maxLength: 2000, description: 'The path of the portal to open afterwards.' }),
      ),
      again: Type.Optional(
        Type.Boolean({ description: 'The provider asks who the person is, also if it knows.' }),
      ),
    }),
    answers: {
      200: Type.Object(
        { address: Text },
        { description: 'The address at the provider where the person signs in.' },
      ),
    },
    refusals: [404, 422, 429],
  },
  'GET /login/callback/:provider': {
    raw: true,
    id: 'login.callback',
    tag,
    summary: 'The provider sends the person back here. The page leads to the sign-in page with a ticket.',
    access: 'everyone',
    params: { provider: 'The `key` of the provider.' },
    query: Type.Object({}, { additionalProperties: true }),
    status: 200,
    produces: 'text/html',
    description: 'A page without a script.',
  },
  'POST /login/ticket': {
    id: 'login.ticket',
    tag,
    summary:
      'Exchange the ticket of a sign-in with a provider for a session: once, and in the same browser only.',
    access: 'everyone',
    isForDeputies: true,
    body: Body({
      ticket: Type.String({ description: 'The part of the sign-in page’s address after #ticket=.' }),
    }),
    answers: { 200: User, 202: TicketOfFirstStep },
    refusals: [422],
  },
} as const satisfies Contract;
