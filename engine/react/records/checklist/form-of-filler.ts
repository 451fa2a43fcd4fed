/** Decides who fills in which part of a form. */
import type { WireForm } from '../../../portal/wire/slice.ts';

/**
 * The part of a form that somebody fills in; null: nothing.
 * @param filler a department fills in its own questions; null: the owner, for all others
 */
export function formOfFiller(form: WireForm, filler: string | null): WireForm | null {
  const isMine = (name: string) =>
    filler === null ? form.filledBy[name] === undefined : form.filledBy[name]?.includes(filler) === true;
  const asked = form.steps.map((step) => ({ ...step, properties: step.properties.filter(isMine) }));
  const some = asked.filter(({ properties }) => properties.length > 0);
  // Values of a parent record are read-only.
  const isAsked = some.some(({ properties }) => properties.some((name) => form.from[name] === undefined));
  return isAsked ? { ...form, steps: some } : null;
}
