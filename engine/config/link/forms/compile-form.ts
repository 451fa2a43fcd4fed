/** Compiles the YAML of a form to a JSON Schema, a UI schema, and rules that neither can express. */
import { createHash } from 'node:crypto';
import type { Form, FormCondition, JsonSchema } from '../../../portal/model/form.ts';
import { isLive, withCondition } from '../../../portal/forms/form-conditions.ts';
import { propertiesOf } from '../../../portal/forms/form-levels.ts';
import { writeForm, type FormBody } from '../../../portal/forms/specialise-form.ts';
import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import { child, text, type Cursor, items } from '../input/cursor.ts';
import type { LinkContext } from '../input/link-context.ts';
import { report, countUse } from '../input/link-context.ts';
import { circlesOfQuestions, schemaFaults } from './soundness.ts';
import { compilePart } from './compile-part.ts';
import { propertiesOf as questionsOfType } from '../conditions/field-path.ts';
import { named } from '../names/properties.ts';
import { checkComputed } from './computed.ts';
import { compileElsewhere } from './shown.ts';
import type { FormCompilation, RawCondition } from './form-compilation.ts';
import { compileSteps, compileSums, sectionsOf } from './steps.ts';
import { countAnswers } from '../names/question-uses.ts';

export interface FormSource {
  /** The title if the form has none of its own. */
  readonly title: string;
  /** True if other forms include it, and nothing asks it alone. */
  readonly isFragment: boolean;
  /** The place of the form: the root of a file in forms/, or `form:` of a requirement kind (a name or a form). */
  readonly at: Cursor;
}

export interface FormEnvironment {
  readonly context: LinkContext;
}

/** Never throws: an invalid part is reported and left out. */
export function compileForm(
  source: FormSource,
  environment: FormEnvironment,
): { form: Form; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const context: LinkContext = { ...environment.context, diagnostics };
  const root = rootOfForm(source.at, context);
  const sections = sectionsOf(root);
  const compilation: FormCompilation = {
    context,
    isFragment: source.isFragment,
    sections,
    conditions: [],
    from: {},
    filledBy: {},
  };
  for (const one of items(child(root, 'examples'))) countAnswers(one, [child(root, 'properties')], context);
  const { schema, uiSchema } = compilePart(
    root,
    { keys: [], list: null, levels: [], inside: [] },
    compilation,
  );
  const names = Object.keys(propertiesOf(schema));
  const title = text(child(root, 'title')) ?? source.title;
  const body: FormBody = {
    title,
    ...withConditions({ type: 'object', ...schema }, compilation.conditions),
    uiSchema,
    steps: compileSteps(root, { title, names }, context),
    from: compilation.from,
    verify: compileSums(root, names, context),
    filledBy: compilation.filledBy,
  };
  const elsewhere = (type: string, name: string) =>
    named(questionsOfType(type, context), name).map((one) => compileElsewhere(one, compilation, compilePart));
  checkComputed(root, body, { context, conditions: compilation.conditions, elsewhere });
  diagnostics.push(...schemaFaults(root, body.schema), ...circlesOfQuestions(root, compilation.conditions));
  return {
    form: { hash: createHash('sha256').update(writeForm(body)).digest('base64url'), ...body },
    diagnostics,
  };
}

/** A requirement kind may name a form instead of containing one. */
function rootOfForm(at: Cursor, context: LinkContext): Cursor {
  if (typeof at.value !== 'string') return at;
  const found = context.names.forms.get(at.value);
  if (found !== undefined) {
    countUse(context, 'form', at, { name: at.value });
    return found;
  }
  report(context, 'form/unknown-fragment', at, {
    name: at.value,
    choices: [...context.names.forms.keys()],
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
