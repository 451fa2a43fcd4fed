/** The effect `extension`: an effect of an extension, whose input is validated with the schema that it declares. */
import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
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

/** Only literal values can be validated here; values of the record are validated at run time. */
function problemsOf(schema: JsonSchema, input: readonly (readonly [string, Cursor])[]): InputProblem[] {
  const read = new Set(input.filter(([, { value }]) => isMapping(value)).map(([key]) => key));
  const written = Object.fromEntries(
    input.flatMap(([key, { value }]) => (read.has(key) ? [] : [[key, value]])),
  );
  const known = isMapping(schema.properties) ? schema.properties : {};
  const extra = schema.additionalProperties === false ? [...read].filter((key) => !(key in known)) : [];
  const ajv = addFormats.default(new Ajv2020({ allErrors: true, strict: false, logger: false }));
  const validate = ajv.compile(schema);
  validate(written);
  const errors = (validate.errors ?? []).filter(
    ({ keyword, params }) => keyword !== 'required' || !read.has(String(params['missingProperty'])),
  );
  return [
    ...extra.map((key) => ({ key, problem: `it takes no "${key}"` })),
    ...errors.map(({ keyword, params, instancePath, message = '' }) => {
      const path = instancePath.slice(1).replaceAll('/', '.');
      const key = path === '' ? String(params['additionalProperty']) : path.replace(/\..*/, '');
      const takesNo = `it takes no "${params['additionalProperty']}"`;
      return { key, problem: keyword === 'additionalProperties' ? takesNo : `${path} ${message}`.trim() };
    }),
  ];
}
