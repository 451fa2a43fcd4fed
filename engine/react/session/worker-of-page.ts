/** The address of the worker, which the server writes into the page; null: this portal opens only with a connection. */
export function workerOfPage(): string | null {
  return document.querySelector<HTMLMetaElement>('meta[name="service-worker"]')?.content ?? null;
}
