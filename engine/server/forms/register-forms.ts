/**
 * The routes of forms: a form and the module that validates it. The hash is the capability, and a form contains no
 * data.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { withReferences } from '../../portal/forms/references.ts';
import type { Form } from '../../portal/model/form.ts';
import { lookupEdition, withoutLookupRows } from '../../portal/wire/form-lookups.ts';
import { formInLanguage } from '../../portal/translation/in-language.ts';
import type { WireForm } from '../../portal/wire/slice.ts';
import type { Application } from '../kernel/application.ts';
import { notFound } from '../http/errors.ts';
import { forms as formEndpoints } from '../../contract/portal.ts';
import { mount } from '../http/mount.ts';
import { portalFor } from '../http/language.ts';
import type { FormDesk } from './form-desk.ts';
import { compileValidatorCode, createCodeStore } from './validator-code.ts';
import { message } from '../../locales/message.ts';
import { requestMessages } from '../../locales/requests.ts';
import { aYear } from '../../portal/time/lengths.ts';

export function registerForms(server: FastifyInstance, application: Application, forms: FormDesk): void {
  const store = createCodeStore(application.settings.dataDirectory);
  const find = async (hash: string): Promise<Form> => {
    const form = await forms.find(application.database, hash);
    if (form === null) throw notFound(message(requestMessages.formMissing));
    return form;
  };
  mount(server, formEndpoints, {
    'GET /forms/:hash': async ({ params, query }, request, reply) => {
      const form = await find(params.hash);
      const portal = portalFor(application, request);
      // A translation may be corrected later. Without one, the form is exactly what its hash covers.
      if (!Object.hasOwn(portal.translations, portal.language)) keepForEver(reply, form.hash);
      else reply.header('Cache-Control', 'private, no-cache');
      reply.header('Vary', 'Cookie, Accept-Language, Authorization');
      const wire = toWireForm(formInLanguage(portal, form));
      return query.lookups === lookupEdition(portal) ? withoutLookupRows(portal, wire) : wire;
    },
    'GET /forms/:hash/validator.js': async ({ params }, _request, reply) => {
      const form = await find(params.hash);
      const code = await store(form.hash, () => compileValidatorCode(form));
      keepForEver(reply, `${form.hash}.js`).type('text/javascript; charset=utf-8');
      return reply.send(code);
    },
  });
}

export function toWireForm(form: Form): WireForm {
  const { hash, title, schema, uiSchema, steps, conditions, from, verify, filledBy } = form;
  // Which records a question offers is a rule of access: only the server knows it.
  const wire = withReferences(uiSchema, ({ question }) => ({ question }));
  return { hash, title, schema, uiSchema: wire, steps, conditions, from, verify, filledBy };
}

/** The content of a hash never changes. */
function keepForEver(reply: FastifyReply, tag: string): FastifyReply {
  return reply.headers({ 'Cache-Control': `public, max-age=${aYear / 1000}, immutable`, ETag: `"${tag}"` });
}
