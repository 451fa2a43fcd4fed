/** Edits the configuration for those whom `workbench.edit` names: a draft each, which becomes a version or a patch. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type DraftOutcomeModel, editing } from '../../contract/editing.ts';
import type { SourceFile } from '../../config/source/source.ts';
import { carryOver, type DraftFiles, patchOf, textIn } from '../../editing/draft-files.ts';
import { editableFiles, ownFiles } from '../../editing/editable-files.ts';
import type { EditedFiles, EditResult } from '../../editing/workshop.ts';
import { editingMessages } from '../../locales/editing.ts';
import { message } from '../../locales/message.ts';
import { localDate } from '../../portal/time/working-days.ts';
import type { Transaction } from '../database/database.ts';
import { impossible, notFound, unprocessable } from '../http/errors.ts';
import { languageOf } from '../http/language.ts';
import { mount } from '../http/mount.ts';
import type { Application } from '../kernel/application.ts';
import type { EditingDesk } from '../kernel/editing-desk.ts';
import { changeOwnAccount, type OwnEvent } from '../own-account/change-own-account.ts';
import { doorOf } from '../records/change/open-door.ts';
import { numberOfWaiting, type Decider } from '../portals/wished-versions.ts';
import { requireSession } from '../sessions/register-sessions.ts';
import { describeDraft, filesOf, folderNameOf, touchedFiles } from './draft-model.ts';
import { emptyDraft, notePlanned, readDraft, type StoredDraft, writeDraft } from './drafts.ts';
import { mayEdit } from './register-workbench.ts';
import { additionOf } from './additions.ts';
import { addPart, approveWaiting, orderDraft, planDraft, withdrawWaiting } from './run-draft.ts';

/** Files that one draft may change. */
const mostFiles = 100;
/** Characters of one file: what the compiler accepts. */
const longestFile = 512 * 1024;

const none: StoredDraft = {
  base: 0,
  files: {},
  revision: 0,
  plannedRevision: null,
  plannedVersion: null,
};

/** Of a server without one: nobody gets to it. */
const closedDesk: EditingDesk = {
  files: () => [],
  ask: () => Promise.reject(notFound()),
  withFolder: () => Promise.reject(notFound()),
};

export function registerEditing(server: FastifyInstance, application: Application): void {
  const { database, editing: desk = closedDesk } = application;
  const inForce = (): number => application.versionOf(application.portal()).number;
  const draftOf = async (request: FastifyRequest): Promise<StoredDraft> =>
    (await readDraft(database, accountOf(request))) ?? none;
  const editedFiles = (request: FastifyRequest, { files }: Pick<StoredDraft, 'files'>): EditedFiles => ({
    base: desk.files(),
    edited: Object.fromEntries(Object.entries(files).map(([name, { text }]) => [name, text])),
    language: languageOf(application, request),
  });
  const describe = async (request: FastifyRequest) =>
    describeDraft(application, desk, {
      draft: await draftOf(request),
      inForce: inForce(),
      reader: personOf(request),
    });

  /** @throws HttpError 409: groups would let others into the workbench, or let them see others there */
  const refuseEditors = async (request: FastifyRequest, files: DraftFiles): Promise<void> => {
    if (await desk.ask('changesEditors', editedFiles(request, { files })))
      throw impossible('draft-editors', message(editingMessages.editors));
  };

  /** Writes the draft with its event, unless another call has changed it meanwhile. */
  const keep = (
    request: FastifyRequest,
    draft: StoredDraft,
    next: Pick<StoredDraft, 'base' | 'files'>,
    event: OwnEvent,
  ) =>
    changeOwnAccount({ application, request, account: accountOf(request) }, async (client) => {
      const { revision } = (await readDraft(client, accountOf(request))) ?? none;
      if (revision !== draft.revision) throw changedElsewhere();
      await writeDraft(client, accountOf(request), { ...next, revision });
      return { event, answer: null };
    });
  /** @param changed the first one is named in the history */
  const keepTexts = async (
    request: FastifyRequest,
    draft: StoredDraft,
    ...changed: readonly Pick<SourceFile, 'name' | 'text'>[]
  ): Promise<void> => {
    const baseOf = (name: string): string => draft.files[name]?.base ?? textIn(desk.files(), name);
    const edits = changed.map(({ name, text }) => [name, { base: baseOf(name), text }] as const);
    const files = withoutUnchanged({ ...draft.files, ...Object.fromEntries(edits) });
    const isLong = changed.some(({ text }) => text.length > longestFile);
    if (isLong || Object.keys(files).length > mostFiles)
      throw unprocessable({ answers: [message(editingMessages.tooMuch)] });
    await refuseEditors(request, files);
    const isFirst = Object.keys(draft.files).length === 0;
    await keep(
      request,
      draft,
      { base: isFirst ? inForce() : draft.base, files },
      { what: 'draft-changed', reason: changed[0]?.name ?? '' },
    );
  };
  const note = <T>(request: FastifyRequest, event: OwnEvent, work: (client: Transaction) => Promise<T>) =>
    changeOwnAccount({ application, request, account: accountOf(request) }, async (client) => ({
      event,
      answer: await work(client),
    }));
  /** The history has only what happened. */
  const noted = async (
    request: FastifyRequest,
    event: OwnEvent,
    outcome: DraftOutcomeModel,
    work: (client: Transaction) => Promise<void> = async () => {},
  ): Promise<DraftOutcomeModel> => {
    if (outcome.is !== 'refused' && outcome.is !== 'gone') await note(request, event, work);
    return outcome;
  };
  /** @throws HttpError 409: the files that it changes are others now */
  const currentDraft = async (request: FastifyRequest): Promise<StoredDraft> => {
    const draft = await draftOf(request);
    const isStale = touchedFiles(draft.files, desk.files()).length > 0;
    if (isStale)
      throw impossible('draft-stale', message(editingMessages.changedMeanwhile, { number: inForce() }));
    return draft;
  };
  const filledDraft = async (request: FastifyRequest): Promise<StoredDraft> => {
    const draft = await currentDraft(request);
    if (Object.keys(draft.files).length === 0)
      throw impossible('draft-empty', message(editingMessages.noChanges));
    await refuseEditors(request, draft.files);
    return draft;
  };

  mount(
    server,
    editing,
    {
      'GET /workbench/draft': async (_input, request) => describe(request),
      'GET /workbench/draft/part': async ({ query: { file, at = '', q = '' } }, request) =>
        settle(await desk.ask('part', editedFiles(request, await draftOf(request)), { file, at, q })),
      'GET /workbench/draft/condition': async ({ query }, request) =>
        settle(await desk.ask('condition', editedFiles(request, await draftOf(request)), query)),
      'POST /workbench/draft/look': async ({ body: { isWhole, ...body } }, request) => {
        const today = localDate(application.now().getTime(), application.portal().timeZone);
        const files = editedFiles(request, await draftOf(request));
        return settle(await desk.ask(isWhole ? 'look' : 'glance', files, { ...body, today }));
      },
      'PUT /workbench/draft/part': async ({ body }, request) => {
        const draft = await currentDraft(request);
        const { text, file } = settle(await desk.ask('change', editedFiles(request, draft), body));
        await keepTexts(request, draft, { name: file, text });
        const next = editedFiles(request, await draftOf(request));
        return settle(await desk.ask('part', next, { file, at: body.at, q: '' }));
      },
      'POST /workbench/draft/entries': async ({ body }, request) => {
        const draft = await currentDraft(request);
        const { text, at, file } = settle(await desk.ask('act', editedFiles(request, draft), body));
        await keepTexts(request, draft, { name: file, text });
        return { at };
      },
      'POST /workbench/draft/additions': async ({ body }, request) => {
        const draft = await currentDraft(request);
        const sorts = editableFiles(ownFiles(filesOf(desk, draft.files)));
        const models = sorts.find(({ sort }) => sort === body.sort)?.models ?? [];
        if (body.like !== null && !models.some(({ name }) => name === body.like)) throw notFound();
        const { words, file, at } = additionOf(body);
        const { files, report } = await addPart(desk, draft.files, words);
        if (files === null)
          throw unprocessable({ name: [message(editingMessages.newRefused, { reason: report })] });
        await keepTexts(
          request,
          draft,
          ...files.toSorted((one, other) => Number(other.name === file) - Number(one.name === file)),
        );
        return { file, at, report };
      },
      'POST /workbench/draft/plan': async (_input, request) => {
        const draft = await filledDraft(request);
        const version = inForce();
        const planned = await planDraft(desk, draft.files);
        const { revision } = draft;
        await note(request, { what: 'draft-planned' }, async (client) => {
          if (planned.isSound) await notePlanned(client, accountOf(request), { revision, version });
        });
        return planned;
      },
      'POST /workbench/draft/apply': async ({ body }, request) => {
        const draft = await filledDraft(request);
        const onto = draft.plannedVersion;
        if (draft.plannedRevision !== draft.revision || onto === null || onto !== inForce())
          throw impossible('draft-unplanned', message(editingMessages.mustBeLookedAt));
        const why = body.message.trim();
        const order = { files: draft.files, message: why, author: personOf(request), onto };
        const outcome = await orderDraft(application, desk, order);
        return noted(request, { what: 'version-ordered', reason: why }, outcome, (client) =>
          emptyDraft(client, accountOf(request), draft.revision),
        );
      },
      'POST /workbench/draft/carry': async (_input, request) => {
        const draft = await draftOf(request);
        const { files } = carryOver(draft.files, desk.files());
        const kept = withoutUnchanged(files);
        await keep(request, draft, { base: inForce(), files: kept }, { what: 'draft-carried' });
        return describe(request);
      },
      'POST /workbench/draft/discard': async ({ body: { file } }, request) => {
        const draft = await draftOf(request);
        const files = Object.fromEntries(
          Object.entries(draft.files).filter(([name]) => file !== null && name !== file),
        );
        await keep(
          request,
          draft,
          { base: draft.base, files },
          { what: 'draft-discarded', reason: file ?? '*' },
        );
        return describe(request);
      },
      'POST /workbench/draft/patch': async (_input, request) => {
        const { files } = await draftOf(request);
        await note(request, { what: 'draft-downloaded' }, async () => {});
        return { patch: patchOf(files, folderNameOf(desk)) };
      },
      'POST /workbench/waiting/:version/approve': async ({ params: { version: name } }, request) => {
        requireWaiting(name);
        const outcome = await approveWaiting(application, desk, { name, approver: personOf(request) });
        return noted(request, { what: 'version-approved', reason: name }, outcome);
      },
      'POST /workbench/waiting/:version/withdraw': async ({ params: { version: name } }, request) => {
        requireWaiting(name);
        const outcome = await withdrawWaiting(application, desk, name);
        return noted(request, { what: 'version-withdrawn', reason: name }, outcome);
      },
    },
    { mayAsk: (request) => requireEditor(application, request) },
  );
}

function accountOf(request: FastifyRequest): string {
  return requireSession(request).account.id;
}

function personOf(request: FastifyRequest): Decider {
  const { id, username } = requireSession(request).account;
  return { name: username, account: id };
}

/** @throws HttpError 404 for everybody whom the configuration does not name */
function requireEditor(application: Application, request: FastifyRequest): void {
  doorOf(application)(request);
  if (application.editing === undefined || !mayEdit(application.portal(), request.visitor)) throw notFound();
}

/** @throws HttpError 404, 409, or 422 with the answers that are no values */
function settle<T>(result: EditResult<T>): T {
  if ('value' in result) return result.value;
  if ('faults' in result) {
    const entries = Object.entries(result.faults).map(
      ([field, reason]) => [field, [message(editingMessages.noValue, { reason })]] as const,
    );
    throw unprocessable(Object.fromEntries(entries));
  }
  throw result.refused === 'gone' ? notFound(message(editingMessages.gone)) : changedElsewhere();
}

function changedElsewhere() {
  return impossible('draft-changed', message(editingMessages.conflict));
}

/** @throws HttpError 404 if no version can wait under this name */
function requireWaiting(name: string): void {
  if (numberOfWaiting(name) === null) throw notFound();
}

function withoutUnchanged(files: DraftFiles): DraftFiles {
  return Object.fromEntries(Object.entries(files).filter(([, { base, text }]) => base !== text));
}
