/** What the page shows before its scripts run: its header and its grounds, in the colours that the person has chosen. */
import { signedOut } from '../../portal/model/department.ts';
import type { Portal } from '../../portal/model/portal.ts';
import { decide } from '../../portal/routing/decide.ts';
import { darkGreys, lightGreys } from '../../portal/theme/greys.ts';
import { type ColorScheme, variablesOf } from '../../portal/theme/tokens.ts';
import { escapeHtml } from '../../portal/text/html.ts';
import { sealLetter } from '../../portal/text/seal.ts';

/** The page sets it when somebody chooses; the name is in `engine/react/theme/scheme-cookie.ts`, too. */
export function chosenScheme(cookies: Readonly<Record<string, string | undefined>>): ColorScheme | null {
  const chosen = cookies['color-scheme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : null;
}

/** `sign-in`: without a frame. `public`: also for people without an account. `own`: for who is signed in. */
export type Frame = 'sign-in' | 'public' | 'own';

export function frameOf(portal: Portal, path: string): Frame {
  if (path === '/' || portal.routes.some((route) => route.name === portal.login && route.path === path))
    return 'sign-in';
  const decision = decide({ portal, visitor: signedOut }, path);
  return decision.outcome === 'show' ? 'public' : 'own';
}

/** Behind the pages, which take it away when they are there. */
export function firstPaint({ title, seal }: Pick<Portal, 'title' | 'seal'>, frame: Frame): string {
  // A picture comes with the portal: a request of its own would come no sooner.
  const picture =
    seal === null
      ? `<span class="first-seal">${escapeHtml(sealLetter(title))}</span>`
      : '<span class="first-picture"></span>';
  const brand =
    frame === 'sign-in'
      ? ''
      : `<div class="first-head">${picture}<span class="first-title">${escapeHtml(title)}</span></div>`;
  const side = frame === 'own' ? '<div class="first-side"></div>' : '';
  return `<div id="first-paint" class="first-${frame}" aria-hidden="true">${brand}${side}</div>`;
}

/** Measures and colours are those of `engine/react/shell`, so that nothing moves when the pages come. */
export function firstStyles({ primary, accent }: Portal['theme'], scheme: ColorScheme | null): string {
  const light = coloursOf({
    canvas: lightGreys[0],
    surface: '#fff',
    edge: lightGreys[3],
    ink: lightGreys[9],
  });
  const dark = coloursOf({
    canvas: darkGreys[8],
    surface: darkGreys[7],
    edge: darkGreys[5],
    ink: darkGreys[0],
  });
  const first = scheme === 'dark' ? dark : light;
  const other = scheme === null ? `@media (prefers-color-scheme:dark){#first-paint{${dark}}}` : '';
  return [
    `#first-paint{${first};position:fixed;inset:0;z-index:-1;background:var(--first-canvas);color:var(--first-ink)}`,
    other,
    '#first-paint.first-sign-in{background:var(--first-surface)}',
    `.first-head{display:flex;align-items:center;gap:10px;box-sizing:border-box;height:56px;padding:0 20px;font:650 1rem/1.2 'Public Sans Variable',system-ui,sans-serif}`,
    `.first-own .first-head{background:color-mix(in srgb,${primary},#000 20%);color:#fff}`,
    '.first-public .first-head{padding:0 16px;border-bottom:1px solid var(--first-edge);background:var(--first-surface)}',
    '.first-seal,.first-picture{flex:none;box-sizing:border-box;width:32px;height:32px}',
    `.first-seal{display:grid;place-items:center;border:2px solid color-mix(in srgb,${accent},#fff 38%);border-radius:50%;background:color-mix(in srgb,${primary},#000 20%);color:#fff;font-size:.9375rem}`,
    '.first-title{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}',
    '.first-side{box-sizing:border-box;width:240px;height:100%;border-right:1px solid var(--first-edge);background:var(--first-surface)}',
    '@media (width < 820px){.first-own .first-head{padding:0 12px}.first-side{display:none}}',
    '@media (width < 480px){.first-title{font-size:.875rem}}',
    'noscript{display:block;padding:80px 20px;font:1rem/1.5 system-ui,sans-serif;color:var(--first-ink)}',
  ].join('');
}

/** Behind the style sheets, which have the usual tokens. Empty: the portal has those. */
export function tokenStyles(theme: Portal['theme']): string {
  const tokens = Object.entries(variablesOf(theme).always);
  return tokens.length === 0 ? '' : `:root{${tokens.map(([name, value]) => `${name}:${value}`).join(';')}}`;
}

interface Colours {
  readonly canvas: string;
  readonly surface: string;
  readonly edge: string;
  readonly ink: string;
}

function coloursOf(colours: Colours): string {
  return Object.entries(colours)
    .map(([name, colour]) => `--first-${name}:${colour}`)
    .join(';');
}
