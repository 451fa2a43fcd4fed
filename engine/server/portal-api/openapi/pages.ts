/** The OpenAPI document as pages for people: a list of all operations, and one page for each. Plain HTML without scripts. */
import { createHash } from 'node:crypto';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { escapeHtml } from '../../../portal/text/html.ts';
import type { OpenApiContent, OpenApiDocument, OpenApiOperation } from './document.ts';
import { fieldsOf } from './schema-fields.ts';

const style = `
body { margin: 0 auto; max-width: 60rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; color: #1b1b1b; background: #fff; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; }
a { color: #0b4f8a; }
code { font: 0.9em/1.4 ui-monospace, monospace; background: #f0f2f4; padding: 0.1em 0.3em; border-radius: 0.2em; }
ul { list-style: none; padding: 0; }
li { padding: 0.35rem 0; border-top: 1px solid #d8dce0; }
li ul { margin: 0.35rem 0 0 0.25rem; padding-left: 0.75rem; border-left: 2px solid #d8dce0; }
nav ul { columns: 14rem; }
nav li { border: 0; }
small { color: #50565c; font-size: 0.875rem; }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** Allows the style sheet of the pages and their empty icon, and nothing else. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Call {
  readonly method: string;
  readonly path: string;
  readonly operation: OpenApiOperation;
}

function callsOf({ paths }: OpenApiDocument): Call[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** The page with all operations, by tag. */
export function operationsPage(document: OpenApiDocument): string {
  const groups = [...Map.groupBy(callsOf(document), ({ operation }) => operation.tags[0] ?? '')];
  const contents = groups.map(([tag], at) => `<li><a href="#tag-${at}">${escapeHtml(tag)}</a></li>`);
  const title = `${document.info.title}: API`;
  return page(title, [
    `<h1>${escapeHtml(title)}</h1>`,
    '<p>For programs: <a href="openapi.json">openapi.json</a> (OpenAPI 3.1).</p>',
    `<nav aria-label="Resources">${list(contents)}</nav>`,
    ...groups.flatMap(([tag, calls], at) => [
      `<h2 id="tag-${at}">${escapeHtml(tag)}</h2>`,
      list(calls.map(callView)),
    ]),
  ]);
}

function callView(call: Call): string {
  const { operationId, summary } = call.operation;
  return `<li><a href="openapi/${encodeURIComponent(operationId)}">${nameOf(call)}</a> ${textView(summary)}</li>`;
}

/** The page of one operation, with the components that it mentions; null: there is no operation with this id. */
export function operationPage(document: OpenApiDocument, id: string): string | null {
  const call = callsOf(document).find(({ operation }) => operation.operationId === id);
  if (call === undefined) return null;
  const { summary, security, parameters = [], requestBody, responses } = call.operation;
  const { schemas = {} } = document.components;
  const mentioned = new Set<string>();
  const answers = Object.entries(responses).map(([status, response]) => {
    const { description, content } = resolved(document, response) as JsonSchema & {
      content?: OpenApiContent;
    };
    return `<li><code>${status}</code> ${textView(description)} ${contentView(content, mentioned)}</li>`;
  });
  const main = [
    '<p><a href="../openapi.html">All operations</a></p>',
    `<h1>${nameOf(call)}</h1>`,
    `<p>${textView(summary)}</p>`,
    `<p>Callers: ${callers[security.length]}.</p>`,
    ...section(
      'Parameters',
      parameters.map((parameter) => parameterView(resolved(document, parameter), mentioned)),
    ),
    ...(requestBody ? ['<h2>Body</h2>', contentView(requestBody.content, mentioned)] : []),
    ...section('Answers', answers),
  ];
  // Each component may mention more of them.
  for (const name of mentioned)
    main.push(`<h2 id="${name}">${name}</h2>`, `<div>${schemaView(schemas[name] ?? {}, mentioned)}</div>`);
  return page(`${call.method} ${call.path}`, main);
}

/** By the number of security requirements of an operation. */
const callers = ['everybody', 'signed-in accounts', 'everybody, signed in or not'];

function resolved({ components }: OpenApiDocument, part: JsonSchema): JsonSchema {
  const [, kind = '', name = ''] = /^#\/components\/(\w+)\/(\w+)$/.exec(String(part['$ref'])) ?? [];
  return components[kind]?.[name] ?? part;
}

function parameterView({ name, in: place, required, ...rest }: JsonSchema, mentioned: Set<string>): string {
  const { description, schema } = rest as { readonly description?: string; readonly schema?: JsonSchema };
  return partView(String(name), { description, in: place, ...schema }, { required, mentioned });
}

/** The content types of a body or an answer, and their schema. */
function contentView(content: OpenApiContent = {}, mentioned: Set<string>): string {
  const types = Map.groupBy(Object.entries(content), ([, { schema }]) => JSON.stringify(schema));
  const views = [...types.values()].map((entries) => {
    const names = entries.map(([type]) => `<code>${escapeHtml(type)}</code>`).join(', ');
    return `<li>${names} ${schemaView(entries[0]?.[1].schema ?? {}, mentioned)}</li>`;
  });
  return list(views);
}

/** The facts of a schema, and below them its fields and the schemas that it contains. */
function schemaView(schema: JsonSchema, mentioned: Set<string>): string {
  const { fields, required } = fieldsOf(schema);
  const texts: string[] = [];
  const facts: string[] = [];
  const parts: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'title' || keyword === 'description') texts.push(textView(value));
    else if (keyword === '$ref') facts.push(componentLink(String(value), mentioned));
    else if (keyword === 'properties')
      for (const [name, field] of Object.entries(fields))
        parts.push(partView(name, field, { required: required.includes(name), mentioned }));
    else if (isSchema(value)) parts.push(partView(keyword, value, { mentioned }));
    else if (Array.isArray(value) && value.every(isSchema))
      for (const one of value) parts.push(partView(keyword, one, { mentioned }));
    else if (keyword !== 'required') facts.push(factView(keyword, value));
  }
  const small = facts.length > 0 ? `<small>${facts.join(' · ')}</small>` : '';
  return `${texts.join(' ')} ${small}${list(parts)}`;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function partView(
  name: string,
  schema: JsonSchema,
  { required, mentioned }: { readonly required?: unknown; readonly mentioned: Set<string> },
): string {
  const mark = required === true ? ' <strong>required</strong>' : '';
  return `<li><code>${escapeHtml(name)}</code>${mark} ${schemaView(schema, mentioned)}</li>`;
}

function componentLink(pointer: string, mentioned: Set<string>): string {
  const name = pointer.slice(pointer.lastIndexOf('/') + 1);
  mentioned.add(name);
  return `<a href="#${name}">${name}</a>`;
}

const mostValues = 20;

function factView(keyword: string, value: unknown): string {
  const all = [value].flat().map((one) => (typeof one === 'string' ? one : JSON.stringify(one)));
  const more = all.length > mostValues ? ` … (${all.length} values)` : '';
  const shown = `${all.slice(0, mostValues).join(', ')}${more}`;
  return escapeHtml(keyword === 'type' ? all.join(' or ') : `${keyword}: ${shown}`);
}

/** A description, with its code in backticks. */
function textView(text: unknown): string {
  return typeof text === 'string' ? escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>') : '';
}

function nameOf({ method, path }: Call): string {
  return `<code>${method} ${escapeHtml(path)}</code>`;
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : [`<h2>${title}</h2>`, list(lines)];
}

function list(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `<ul>${lines.join('')}</ul>`;
}

function page(title: string, main: readonly string[]): string {
  const lines = [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(title)}</title>`,
    '<link rel="icon" href="data:,">',
    `<style>${style}</style>`,
    '</head>',
    `<body><main>`,
    ...main,
    '</main></body>',
    '</html>',
  ];
  return `${lines.join('\n')}\n`;
}
