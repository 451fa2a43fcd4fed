/** The contract of the API: every endpoint by its method and its path below the prefix. */
import { accounts, language, managedAccounts } from './accounts.ts';
import { assignmentChanges, assignments } from './assignments.ts';
import { batch } from './batch.ts';
import { calendar } from './calendar.ts';
import { delegations } from './delegations.ts';
import { documents } from './documents.ts';
import type { AnswerOf, BodyOf, ParamsOf, QueryOf } from './endpoint.ts';
import { editing } from './editing.ts';
import { exports, openedExports } from './exports.ts';
import { followedRecords } from './follow.ts';
import { files, openedFiles, uploadOptions, uploads } from './files.ts';
import { items } from './items.ts';
import { links } from './links.ts';
import { live } from './live.ts';
import { lookups, publicLookups } from './lookups.ts';
import { notifications } from './notifications.ts';
import { onlookers } from './onlookers.ts';
import { openedPhotos, photos } from './photos.ts';
import { openedSignatures, signatures } from './signatures.ts';
import { passkeys } from './passkeys.ts';
import { forms, offeredRecords, openApi, portal, sentences } from './portal.ts';
import { profile } from './profile.ts';
import { providers } from './providers.ts';
import { reasons } from './reasons.ts';
import { recordChanges, records } from './records.ts';
import { reports, tariffs } from './reports.ts';
import { secondStep } from './second-step.ts';
import { ownSessions, sessions } from './sessions.ts';
import { startPages } from './start-pages.ts';
import { textPages } from './text-pages.ts';
import { threads } from './threads.ts';
import { navigation, toDo } from './to-do.ts';
import { views } from './views.ts';
import { workbench } from './workbench.ts';

export const contract = {
  ...sessions,
  ...providers,
  ...ownSessions,
  ...accounts,
  ...secondStep,
  ...profile,
  ...photos,
  ...openedPhotos,
  ...signatures,
  ...openedSignatures,
  ...passkeys,
  ...language,
  ...managedAccounts,
  ...delegations,
  ...portal,
  ...batch,
  ...openApi,
  ...sentences,
  ...forms,
  ...offeredRecords,
  ...records,
  ...recordChanges,
  ...assignments,
  ...assignmentChanges,
  ...items,
  ...toDo,
  ...navigation,
  ...calendar,
  ...uploadOptions,
  ...uploads,
  ...files,
  ...openedFiles,
  ...documents,
  ...lookups,
  ...publicLookups,
  ...reports,
  ...tariffs,
  ...startPages,
  ...reasons,
  ...textPages,
  ...exports,
  ...openedExports,
  ...notifications,
  ...threads,
  ...views,
  ...workbench,
  ...onlookers,
  ...editing,
  ...links,
  ...followedRecords,
  ...live,
} as const;

export type ApiContract = typeof contract;
export type ApiKey = keyof ApiContract;
export type ApiParams<K extends ApiKey> = ParamsOf<ApiContract[K]>;
export type ApiQuery<K extends ApiKey> = QueryOf<ApiContract[K]>;
export type ApiBody<K extends ApiKey> = BodyOf<ApiContract[K]>;
export type ApiAnswer<K extends ApiKey> = AnswerOf<ApiContract[K]>;
