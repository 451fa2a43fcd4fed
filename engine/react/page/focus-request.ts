/**
 * Decides where the focus goes. After a navigation the new page’s heading takes it; the first page of a visit leaves it
 * unchanged.
 */
let isRequested = false;

export function requestFocus(): void {
  isRequested = true;
}

/** True once after each request. */
export function takeFocusRequest(): boolean {
  const wasRequested = isRequested;
  isRequested = false;
  return wasRequested;
}

/** Moves the focus to the first field with an error. @param errors by name of the field */
export function focusFirst(form: HTMLFormElement, errors: Readonly<Record<string, unknown>>): void {
  const fields = [...form.elements].filter((element) => element instanceof HTMLElement);
  fields.find((element) => Object.hasOwn(errors, element.getAttribute('name') ?? ''))?.focus();
}
