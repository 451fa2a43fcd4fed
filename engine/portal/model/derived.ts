/** Values computed from records instead of written down: roll-ups and first-hit tables. */
import type { Cases, Condition, FieldPath, Operand, Value } from './condition.ts';

export type DerivedValue =
  | { readonly measure: 'count' | 'exists'; readonly of: string; readonly where: Condition }
  | { readonly measure: 'sum'; readonly of: FieldPath; readonly less: FieldPath | null }
  /** The sum of a field (keys from the root of `data`) over the children of a type. */
  | {
      readonly measure: 'total';
      readonly of: string;
      readonly where: Condition;
      readonly field: FieldPath;
    }
  | { readonly measure: 'less'; readonly of: DerivedValue; readonly less: DerivedValue }
  | {
      readonly measure: 'latest' | 'earliest';
      readonly of: string;
      readonly where: Condition;
      readonly by: string;
      readonly give: Readonly<Record<string, string>>;
    }
  | { readonly measure: 'union'; readonly of: FieldPath }
  | { readonly measure: 'percent'; readonly part: DerivedValue; readonly of: DerivedValue }
  | ({ readonly measure: 'cases' } & Cases<Operand | { readonly value: Value }>);
