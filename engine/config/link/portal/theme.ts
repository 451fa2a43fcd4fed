/** Links the colours of the portal, and measures their contrast wherever the portal draws them. */
import type { Theme } from '../../../portal/model/portal.ts';
import { nearestReadable, weakPairs } from '../../../portal/theme/drawn-pairs.ts';
import { child, type Cursor, text } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';

export function linkTheme(at: Cursor): Theme {
  return {
    primary: text(child(at, 'primary')) ?? '#1c5d99',
    accent: text(child(at, 'accent')) ?? '#b7791f',
  };
}

/** Reports each colour that somebody could not read or see somewhere, in light or in dark. */
export function checkContrast(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): void {
  const theme = linkTheme(at);
  for (const name of ['primary', 'accent'] as const) {
    const [faintest, ...others] = weakPairs(theme, name);
    if (faintest === undefined) continue;
    const nearest = nearestReadable(theme, name);
    report(context, 'portal/weak-colour', child(at, name), {
      name,
      faintest,
      others: others.length,
      nearest,
    });
  }
}
