/** After a navigation the new page's heading takes the focus; the first page of a visit leaves it unchanged. */
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
