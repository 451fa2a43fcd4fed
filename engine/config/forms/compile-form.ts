/** Compiles a form's YAML to what validates it, what shows it and what neither can say. */
import { createHash } from 'node:crypto';
import type { Form } from '../../portal/form.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { isMapping, type Cursor } from '../link/cursor.ts';
import type { Linking } from '../link/linking.ts';

export interface FormSource {
  readonly name: string;
  /** Record type that its conditions are about; null where it is not known. */
  readonly type: string | null;
  /** Where the form stands: the root of a file of forms/, or `form:` of a requirement kind. */
  readonly at: Cursor;
}

export interface FormEnvironment {
  readonly linking: Linking;
}

export function compileForm(
  source: FormSource,
  _environment: FormEnvironment,
): { form: Form; diagnostics: Diagnostic[] } {
  const schema = isMapping(source.at.value) ? source.at.value : {};
  const title = typeof schema.title === 'string' ? schema.title : source.name;
  const properties = isMapping(schema.properties) ? Object.keys(schema.properties) : [];
  const body = {
    title,
    schema,
    uiSchema: {},
    steps: [{ id: 'all', title, properties }],
    factual: [],
    from: {},
    verify: [],
    filledBy: {},
  };
  const hash = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  return { form: { hash, ...body }, diagnostics: [] };
}
