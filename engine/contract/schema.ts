/** The schemas of the contract: JSON Schema, with the TypeScript type of the described value. */
import { Type, type Static, type TSchema } from 'typebox';

interface About {
  readonly description?: string;
}

export const Text = Type.String();
export const Flag = Type.Boolean();
export const Count = Type.Integer({ minimum: 0 });
export const Day = Type.String({ format: 'date' });
export const Moment = Type.String({ format: 'date-time' });

/** Left out: that of the portal. */
export const Currency = Type.Optional(
  Type.String({ description: 'Of the amounts (ISO 4217). Left out: the currency of the portal.' }),
);

/** An object whose fields depend on the configuration. */
export const Fields = Type.Unsafe<Readonly<Record<string, unknown>>>({
  type: 'object',
  additionalProperties: true,
});

export function List<T extends TSchema>(items: T, about: About & { readonly maxItems?: number } = {}) {
  return Type.Unsafe<readonly Static<T>[]>({ type: 'array', items, ...about });
}

/** An object with any keys, and one kind of value. */
export function Dictionary<T extends TSchema>(values: T, about: About = {}) {
  return Type.Unsafe<Readonly<Record<string, Static<T>>>>({
    type: 'object',
    additionalProperties: values,
    ...about,
  });
}

export function OneOf<const T extends string | null>(values: readonly T[], about: About = {}) {
  const type = values.includes(null as T) ? ['string', 'null'] : 'string';
  return Type.Unsafe<T>({ type, enum: [...values], ...about });
}

/** A value that may be null. */
export function OrNull<T extends TSchema>(schema: T, about: About = {}) {
  const { type } = schema as { readonly type?: string };
  return Type.Unsafe<Static<T> | null>({ ...schema, type: [type, 'null'], ...about });
}

/** A request body: unknown fields are refused. */
export function Body<T extends Readonly<Record<string, TSchema>>>(fields: T) {
  return Type.Object(fields, { additionalProperties: false });
}

/** A value whose type is declared beside the code that computes it. It is described, and passed on unchanged. */
export function Described<T>(description: string) {
  return Type.Unsafe<T>({ type: 'object', additionalProperties: true, description });
}
