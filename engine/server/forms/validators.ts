/** Validators of forms for the server, compiled at first use, and the code of the same validators for the browser. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Form } from '../../portal/form.ts';
import type { Check } from '../../portal/form-verdict.ts';

/** Both sides validate with these, so that they never differ. */
export function createAjv({ isSource = false } = {}): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    logger: false,
    multipleOfPrecision: 8,
    // What is said to people are our own words.
    messages: false,
    // The schemas were checked when the configuration was.
    validateSchema: false,
    code: { source: isSource, esm: isSource },
  });
  addFormats.default(ajv);
  // What only a browser's input can hold is no fault here.
  for (const format of ['color', 'data-url', 'alt-datetime']) ajv.addFormat(format, true);
  return ajv;
}

const kept = 500;

/** Keeps the newest few hundred: a portal has fewer forms, but records keep old ones. */
export function createChecks(): (form: Form) => Check {
  const checks = new Map<string, Check>();
  return (form) => {
    const known = checks.get(form.hash);
    if (known !== undefined) return known;
    const check = checkOf(createAjv().compile(form.schema));
    checks.set(form.hash, check);
    const [oldest] = checks.keys();
    if (checks.size > kept && oldest !== undefined) checks.delete(oldest);
    return check;
  };
}

function checkOf(validate: ValidateFunction): Check {
  return (answers) => (validate(answers) ? [] : [...(validate.errors ?? [])]);
}
