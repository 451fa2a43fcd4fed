/** Compiles a form's YAML to what validates it, what shows it and what neither can say. */
import { createHash } from 'node:crypto';
import type { Form, FormCondition, JsonSchema } from '../../portal/model/form.ts';
import { isLive, withCondition } from '../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../portal/forms/form-levels.ts';
import { writeForm, type FormBody } from '../../portal/forms/specialise-form.ts';
import type { Diagnostic } from '../diagnostics/diagnostic.ts';
import { child, text, type Cursor } from '../link/reading/cursor.ts';
import type { LinkContext } from '../link/reading/link-context.ts';
import { report } from '../link/reading/link-context.ts';
import { circlesOfQuestions } from './circles.ts';
import { compilePart } from './compile-part.ts';
import type { FormCompilation, RawCondition } from './form-compilation.ts';
import { schemaFaults } from './soundness.ts';
import { compileSteps, compileSums, sectionsOf } from './steps.ts';

export interface FormSource {
  /** What the form is called where it has no title of its own. */
  readonly title: string;
  /** Record type that its conditions are about; null where it is not known. */
  readonly type: string | null;
  /** Where the form stands: the root of a file of forms/, or `form:` of a requirement kind (a form's name, or the form). */
  readonly at: Cursor;
}

export interface FormEnvironment {
  readonly linking: LinkContext;
}

/** Never throws: a part that is wrong is reported and left out. */
export function compileForm(
  source: FormSource,
  environment: FormEnvironment,
): { form: Form; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const linking: LinkContext = { ...environment.linking, diagnostics };
  const root = rootOfForm(source.at, linking);
  const sections = sectionsOf(root);
  const compiling: FormCompilation = { linking, sections, conditions: [], from: {}, filledBy: {} };
  const { schema, uiSchema } = compilePart(root, { keys: [], levels: [], inside: [] }, compiling);
  const names = Object.keys(propertiesOf(schema));
  const title = text(child(root, 'title')) ?? source.title;
  const body: FormBody = {
    title,
    ...withConditions({ type: 'object', ...schema }, compiling.conditions),
    uiSchema,
    steps: compileSteps(root, { title, names }, linking),
    from: compiling.from,
    verify: compileSums(root, names, linking),
    filledBy: compiling.filledBy,
  };
  diagnostics.push(...schemaFaults(root, body.schema), ...circlesOfQuestions(root, compiling.conditions));
  return {
    form: { hash: createHash('sha256').update(writeForm(body)).digest('base64url'), ...body },
    diagnostics,
  };
}

/** A requirement kind may name a form instead of holding one. */
function rootOfForm(at: Cursor, linking: LinkContext): Cursor {
  if (typeof at.value !== 'string') return at;
  const named = linking.names.forms.get(at.value);
  if (named !== undefined) return named;
  report(linking, 'form/unknown-fragment', at, {
    name: at.value,
    choices: [...linking.names.forms.keys()],
  });
  return at;
}

function withConditions(
  schema: JsonSchema,
  raw: readonly RawCondition[],
): Pick<FormBody, 'schema' | 'conditions' | 'factual'> {
  const conditions: FormCondition[] = [];
  const factual: FormCondition[] = [];
  let whole = schema;
  for (const condition of raw) {
    if (!isLive(condition.when)) {
      factual.push({ ...condition, isInSchema: false });
      continue;
    }
    const said = withCondition(whole, condition);
    whole = said.schema;
    conditions.push({ ...condition, isInSchema: said.isInSchema });
  }
  return { schema: whole, conditions, factual };
}
