/** The effect `extension`: an effect of an extension, whose input is validated with the schema that it declares. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Additions } from '../../../extension/extension.ts';
import type { EffectOf } from '../../../portal/model/workflow.ts';
import type { JsonSchema } from '../../../portal/model/form.ts';
import { linkOperand } from '../conditions/operand.ts';
import { child, entries, isMapping, text, type Cursor } from '../input/cursor.ts';
import { report, reportUnknown, type LinkContext } from '../input/link-context.ts';
import type { EffectPlace } from './effect-create.ts';

export function linkExtension(
  at: Cursor,
  { of, answers }: EffectPlace,
  context: LinkContext,
): EffectOf<'extension'> {
  const said = child(at, 'extension');
  const name = text(said) ?? '';
  const { effects } = context.additions;
  const handler = effects.get(name);
  const input = entries(child(at, 'input'));
  if (handler === undefined) {
    reportUnknown(context, 'effect/unknown-extension', said, { name, choices: effects.keys() });
  } else {
    for (const { key, problem } of problemsOf(handler.input, input)) {
      const place = input.find(([one]) => one === key)?.[1] ?? said;
      report(context, 'effect/bad-input', place, { name, problem });
    }
  }
  const operands = input.map(
    ([key, value]) => [key, linkOperand(value, context, { where: 'needs', type: of, answers })] as const,
  );
  return { effect: 'extension', name, input: Object.fromEntries(operands) };
}

interface InputProblem {
  /** Key of the input; left out: the whole of it. */
  readonly key?: string;
  readonly problem: string;
}

/** Keywords whose result depends on values that only the record has. */
const undecided = /\/(?:if|then|else|anyOf|oneOf|not|dependentSchemas)\b/;

/**
 * The server validates values of the record when the effect runs. Here an empty text takes their place, and errors that
 * depend on it are left out.
 */
function problemsOf(schema: JsonSchema, input: readonly (readonly [string, Cursor])[]): InputProblem[] {
  const read = new Set(input.filter(([, { value }]) => isMapping(value)).map(([key]) => key));
  const given = Object.fromEntries(input.map(([key, { value }]) => [key, read.has(key) ? '' : value]));
  const validate = ajvOfEffects().compile(schema);
  validate(given);
  const errors = (validate.errors ?? []).filter(
    ({ instancePath, schemaPath }) =>
      !read.has(instancePath.split('/')[1] ?? '') && (read.size === 0 || !undecided.test(schemaPath)),
  );
  return errors.map(({ params, instancePath, message = '' }) => {
    const path = instancePath.slice(1).replaceAll('/', '.');
    const extra: unknown = params['additionalProperty'] ?? params['unevaluatedProperty'];
    if (typeof extra === 'string' && path === '') return { key: extra, problem: `it takes no "${extra}"` };
    return { key: path.replace(/\..*/, ''), problem: `${path} ${message}`.trim() };
  });
}

function ajvOfEffects(): Ajv2020 {
  return addFormats.default(new Ajv2020({ allErrors: true, strict: false, logger: false }));
}

/** @throws TypeError if the input of an effect is not described by a JSON Schema */
export function requireInputSchemas({ effects }: Additions): void {
  for (const { name, input } of effects.values()) {
    try {
      ajvOfEffects().compile(input);
    } catch (error) {
      throw new TypeError(
        `The input of the effect "${name}" is no JSON Schema: ${(error as Error).message}.`,
        { cause: error },
      );
    }
  }
}
