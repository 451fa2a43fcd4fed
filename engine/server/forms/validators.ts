/** Validators of forms for the server, compiled at first use, and their source code for the browser. */
import { createRequire } from 'node:module';
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import { _, type Ajv, type CodeKeywordDefinition, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { longestText, type Form } from '../../portal/model/form.ts';
import type { AnswerCheck } from '../../portal/forms/form-verdict.ts';
import { createPatternEngine, type PatternEngine } from './pattern-engine.ts';

/**
 * Both sides use the same validators, so they never differ: the form library's own settings for JSON Schema 2020-12.
 * @param engine matches the patterns on the server; without it the result is source code for a browser, which has its
 * own
 */
export function createAjv(engine?: PatternEngine): Ajv {
  const isSource = engine === undefined;
  const options = {
    logger: false as const,
    // Our own messages replace ajv's.
    messages: false,
    // The configuration check has already validated the schemas.
    validateSchema: false,
    verbose: false,
    code: { source: isSource, esm: isSource, ...(engine && { regExp: engine.regExp }) },
  };
  // What only a browser's input can hold is no fault here.
  // @ts-expect-error the package's types know one dialect of ajv only; it makes an instance of any
  const ajv = createAjvInstance(undefined, { 'alt-datetime': /^/ }, options, undefined, Ajv2020) as Ajv;
  return ajv.removeKeyword('pattern').addKeyword(limitedPattern);
}

const { default: pattern } = createRequire(import.meta.url)('ajv/dist/vocabularies/validation/pattern') as {
  default: CodeKeywordDefinition;
};

/** No pattern gets a longer text than the question allows: `maxLength` refuses it, or this check does. */
const limitedPattern: CodeKeywordDefinition = {
  ...pattern,
  code(cxt, ruleType) {
    const { maxLength } = cxt.parentSchema as { readonly maxLength?: number };
    // `maxLength` counts code points, which have one or two UTF-16 units.
    const units = 2 * (maxLength ?? longestText);
    cxt.gen.if(
      _`${cxt.data}.length <= ${units}`,
      () => pattern.code(cxt, ruleType),
      () => maxLength === undefined && cxt.error(),
    );
  },
};

const kept = 500;

/** Caches the newest few hundred: a portal has fewer forms, but records refer to old ones. */
export function createChecks(): (form: Form) => AnswerCheck {
  const checks = new Map<string, AnswerCheck>();
  return (form) => {
    const known = checks.get(form.hash);
    if (known !== undefined) return known;
    const engine = createPatternEngine();
    const check = checkOf(createAjv(engine).compile(form.schema), engine);
    checks.set(form.hash, check);
    const [oldest] = checks.keys();
    if (checks.size > kept && oldest !== undefined) checks.delete(oldest);
    return check;
  };
}

function checkOf(validate: ValidateFunction, engine: PatternEngine): AnswerCheck {
  return (answers) => {
    engine.start();
    return validate(answers) ? [] : [...(validate.errors ?? [])];
  };
}
