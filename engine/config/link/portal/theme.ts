/** Links the theme of the portal, and measures the contrast of its colours wherever the portal draws them. */
import type { Theme } from '../../../portal/model/portal.ts';
import { tones } from '../../../portal/model/workflow.ts';
import { nearestReadable, weakPairs } from '../../../portal/theme/drawn-pairs.ts';
import { rowHeights, shadows, usualTheme } from '../../../portal/theme/tokens.ts';
import { child, type Cursor, number, text } from '../input/cursor.ts';
import { type LinkContext, report } from '../input/link-context.ts';

export function linkTheme(at: Cursor): Theme {
  const said = child(at, 'tones');
  return {
    primary: text(child(at, 'primary')) ?? usualTheme.primary,
    accent: text(child(at, 'accent')) ?? usualTheme.accent,
    tones: Object.fromEntries(
      tones.flatMap((tone) => {
        const colour = text(child(said, tone));
        return colour === null ? [] : [[tone, colour]];
      }),
    ),
    textSize: number(child(at, 'textSize')) ?? usualTheme.textSize,
    radius: number(child(at, 'radius')) ?? usualTheme.radius,
    shadow: choice(child(at, 'shadow'), shadows) ?? usualTheme.shadow,
    density: choice(child(at, 'density'), rowHeights) ?? usualTheme.density,
    motion: number(child(at, 'motion')) ?? usualTheme.motion,
  };
}

/** Null: no value, or one that the schema reports. */
function choice<T extends string>({ value }: Cursor, choices: Readonly<Record<T, unknown>>): T | null {
  return (Object.keys(choices) as T[]).find((one) => one === value) ?? null;
}

/** Reports each colour that somebody could not read or see somewhere, in light or in dark. */
export function checkContrast(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): void {
  const chosen = [
    ...(['primary', 'accent'] as const).map((colour) => ({ colour, name: colour, place: child(at, colour) })),
    ...tones.map((tone) => ({
      colour: tone,
      name: `tones.${tone}`,
      place: child(child(at, 'tones'), tone),
    })),
  ];
  for (const { colour, name, place } of chosen) {
    const value = text(place);
    if (value === null) continue;
    const [faintest, ...others] = weakPairs(colour, value);
    if (faintest === undefined) continue;
    const nearest = nearestReadable(colour, value);
    report(context, 'portal/weak-colour', place, { name, faintest, others: others.length, nearest });
  }
}
