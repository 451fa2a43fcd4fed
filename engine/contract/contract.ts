/** The contract of the API: every endpoint by its method and its path below the prefix. */
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './endpoint.ts';
import { notifications } from './notifications.ts';
import { sessions } from './sessions.ts';

export const contract = { ...sessions, ...notifications } as const;

export type ApiContract = typeof contract;
export type ApiKey = keyof ApiContract;
export type ApiParams<K extends ApiKey> = ParamsOf<ApiContract[K]>;
export type ApiQuery<K extends ApiKey> = QueryOf<ApiContract[K]>;
export type ApiBody<K extends ApiKey> = BodyOf<ApiContract[K]>;
export type ApiAnswer<K extends ApiKey> = AnswerOf<ApiContract[K]>;
