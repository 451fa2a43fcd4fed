/** The code of signed-in pages: fetched while the sign-in call runs, so that nothing is waited for twice. */
export const loadFramedPage = async () => ({ default: (await import('./framed-page.tsx')).FramedPage });

export function fetchFrame(): void {
  // A connection that breaks here breaks again, and is told, when the page is really shown.
  void Promise.all([loadFramedPage(), import('../shell/shell.tsx')]).catch(() => {});
}
