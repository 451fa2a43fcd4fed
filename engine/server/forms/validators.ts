/**
 * Validators of forms for the server, compiled at first use. They match patterns against untrusted answers in linear
 * time and within a budget for each set of answers.
 */
import { createRequire } from 'node:module';
import createAjvInstance from '@rjsf/validator-ajv8/lib/createAjvInstance.js';
import { _, type Ajv, type CodeKeywordDefinition, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { RegExpLike } from 'ajv/dist/types/index.js';
import { RE2JS } from 're2js';
import { formMessages } from '../../locales/forms.ts';
import { message } from '../../locales/message.ts';
import type { AnswerCheck } from '../../portal/forms/form-verdict.ts';
import { type Form, longestText } from '../../portal/model/form.ts';
import { linearPattern } from '../../portal/patterns/linear-pattern.ts';
import { HttpError } from '../http/errors.ts';

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

const { default: ajvPattern } = createRequire(import.meta.url)(
  'ajv/dist/vocabularies/validation/pattern',
) as {
  default: CodeKeywordDefinition;
};

/** No pattern gets a longer text than the question allows: `maxLength` refuses it, or this check does. */
const limitedPattern: CodeKeywordDefinition = {
  ...ajvPattern,
  code(cxt, ruleType) {
    const { maxLength } = cxt.parentSchema as { readonly maxLength?: number };
    // `maxLength` counts code points, which have one or two UTF-16 units.
    const units = 2 * (maxLength ?? longestText);
    cxt.gen.if(
      _`${cxt.data}.length <= ${units}`,
      () => ajvPattern.code(cxt, ruleType),
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

export interface PatternEngine {
  /** Begins a new set of answers. */
  readonly start: () => void;
  /** ajv calls this for each pattern instead of `new RegExp`. */
  readonly regExp: ((pattern: string, flags: string) => RegExpLike) & { code: string };
}

/** Characters of texts times size of their patterns, for one set of answers: at most half a second. */
const budget = 10_000_000;

/** Its patterns throw HttpError 413 if the answers contain more text than the budget allows. */
function createPatternEngine(): PatternEngine {
  let left = budget;
  const regExp = (pattern: string) => ({
    test(text: string) {
      const matcher = matcherOf(pattern);
      left -= text.length * matcher.size;
      if (left < 0) throw tooMuchText();
      return matcher.test(text);
    },
    // The name under which ajv stores it.
    toString: () => pattern,
  });
  return {
    start: () => {
      left = budget;
    },
    regExp: Object.assign(regExp, { code: 'linear' }),
  };
}

interface Matcher {
  readonly size: number;
  test(this: void, text: string): boolean;
}

const matchers = new Map<string, Matcher>();
const mostMatchers = 1000;

function matcherOf(pattern: string): Matcher {
  const known = matchers.get(pattern);
  if (known !== undefined) return known;
  const matcher = compile(pattern);
  matchers.set(pattern, matcher);
  const [oldest] = matchers.keys();
  if (matchers.size > mostMatchers && oldest !== undefined) matchers.delete(oldest);
  return matcher;
}

/**
 * `check` refuses patterns that are not linear, but records may have forms from older versions that accepted them.
 * The server skips those patterns; the browser still checks them.
 */
function compile(pattern: string): Matcher {
  const linear = linearPattern(pattern);
  if (linear.is === 'linear') {
    const all = linear.all.map(({ source, isNegated }) => ({ compiled: RE2JS.compile(source), isNegated }));
    return {
      size: linear.size,
      test: (text) => all.every(({ compiled, isNegated }) => compiled.test(text) !== isNegated),
    };
  }
  process.emitWarning(`The server does not try the pattern ${pattern} of an older form: it is not linear.`);
  return { size: 0, test: () => true };
}

function tooMuchText(): HttpError {
  return new HttpError({ status: 413, code: 'too-much-text', message: message(formMessages.tooMuchText) });
}
