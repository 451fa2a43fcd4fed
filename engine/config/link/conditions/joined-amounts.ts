/** Amounts of two currencies are never added, compared or copied into one another. */
import { typeOfColumn, typeOfField } from '../../../portal/forms/column-type.ts';
import type { ValueType } from '../../../portal/forms/value-type.ts';
import type { Operand } from '../../../portal/model/condition.ts';
import type { DerivedValue } from '../../../portal/model/record-type.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import { currencyIn } from '../../../portal/values/currency.ts';
import { child, type Cursor, text } from '../input/cursor.ts';
import { type JoinedAmount, type LinkContext, quietly, report } from '../input/link-context.ts';
import { levelOfAnswers } from '../names/asked-answers.ts';
import { named } from '../names/properties.ts';
import { linkCurrency } from '../input/currencies.ts';

/** Reports the amounts of the context that have several currencies. */
export function checkAmounts(portal: Portal, context: LinkContext): void {
  const own = currencyIn(portal.constants) ?? null;
  for (const { at, parts } of context.amounts) {
    const currencies = parts.flatMap((part) => {
      const type = typeOfAmount(portal, part);
      return type.type === 'money' ? [type.currency ?? own] : [];
    });
    const [first, other] = new Set(currencies);
    if (first !== undefined && other !== undefined) report(context, 'currency/mixed', at, { first, other });
  }
}

function typeOfAmount(portal: Portal, part: JoinedAmount): Pick<ValueType, 'type' | 'currency'> {
  if ('name' in part) return typeOfColumn(portal, part.type, part.name);
  if ('path' in part) return typeOfField(portal, part.type ?? '', part.path);
  return { type: 'money', ...(part.currency !== undefined && { currency: part.currency }) };
}

/** What an operand reads, if it may be an amount. */
export function amountsOfOperand(
  operand: Operand,
  { type, answers }: { readonly type: string | null; readonly answers?: ReadonlySet<string> },
  context: LinkContext,
): readonly JoinedAmount[] {
  if ('field' in operand) return [{ type, path: operand.field }];
  return 'input' in operand && answers !== undefined ? amountsOfAnswer(operand.input, answers, context) : [];
}

/** The answer of a step, if it is an amount. */
export function amountsOfAnswer(
  name: string,
  answers: ReadonlySet<string>,
  context: LinkContext,
): readonly JoinedAmount[] {
  return amountsOfQuestions(named(levelOfAnswers(answers), name), context);
}

/** The amounts that these questions ask for. Mistakes in a currency are reported with its question. */
export function amountsOfQuestions(questions: readonly Cursor[], context: LinkContext): JoinedAmount[] {
  return questions
    .filter((question) => text(child(question, 'format')) === 'money')
    .map((question) => ({ currency: linkCurrency(child(question, 'currency'), quietly(context)) }));
}

/** What a derived value puts together. */
export function amountsOfDerived(value: DerivedValue, type: string | null): readonly JoinedAmount[] {
  switch (value.measure) {
    case 'sum':
      return [value.of, ...(value.less === null ? [] : [value.less])].map((path) => ({ type, path }));
    case 'total':
      return [{ type: value.of, path: value.field }];
    case 'less':
      return [value.of, value.less].flatMap((one) => amountsOfDerived(one, type));
    case 'percent':
      return [value.part, value.of].flatMap((one) => amountsOfDerived(one, type));
    case 'cases':
      return [...value.cases.map((one) => one.value), value.otherwise].flatMap((one) =>
        'field' in one ? [{ type, path: one.field }] : [],
      );
    default:
      return [];
  }
}
