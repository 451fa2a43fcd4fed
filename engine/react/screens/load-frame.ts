/** The code of signed-in pages: loaded during the sign-in call, so that both run in parallel. */
export const loadFramedPage = async () => ({ default: (await import('./framed-page.tsx')).FramedPage });

export function fetchFrame(): void {
  // A failure here occurs again, and is reported, when the page is shown.
  void loadFramedPage().catch(() => {});
}
