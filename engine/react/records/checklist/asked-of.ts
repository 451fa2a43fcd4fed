/** Who is asked what of a form, where several fill it in. */
import type { WireForm } from '../../../portal/wire/slice.ts';

/**
 * What of a form is asked of somebody; null: nothing.
 * @param filler a department, of which is asked what the form says it fills in; null: the owner, for all else
 */
export function askedOf(form: WireForm, filler: string | null): WireForm | null {
  const isMine = (name: string) =>
    filler === null ? form.filledBy[name] === undefined : form.filledBy[name]?.includes(filler) === true;
  const asked = form.steps.map((step) => ({ ...step, properties: step.properties.filter(isMine) }));
  const some = asked.filter(({ properties }) => properties.length > 0);
  // What a record above says is read, not asked.
  const isAsked = some.some(({ properties }) => properties.some((name) => form.from[name] === undefined));
  return isAsked ? { ...form, steps: some } : null;
}
