/** Links portal.yaml: title, theme, constants, messages, upload and connection limits, with defaults for missing keys. */
import { english } from '../../../portal/language/say.ts';
import { parseDuration } from '../../../portal/model/condition.ts';
import type { Portal } from '../../../portal/model/portal.ts';
import type { ParsedFile } from '../../source/source.ts';
import { literal } from '../conditions/operand.ts';
import {
  child,
  type Cursor,
  entries,
  isPresent,
  items,
  number,
  rootOf,
  text,
  texts,
  truth,
} from '../input/cursor.ts';
import { type LinkContext, report, reportUnknown } from '../input/link-context.ts';
import { codeOfSign, currencyIn } from '../../../portal/values/currency.ts';
import { isCurrency } from '../input/currencies.ts';
import { linkDemonstration } from './demonstration.ts';
import { linkTheme } from './theme.ts';
import { linkWelcome } from './welcome.ts';

type PortalPart = Pick<
  Portal,
  | 'title'
  | 'timeZone'
  | 'locales'
  | 'language'
  | 'words'
  | 'theme'
  | 'reporting'
  | 'charter'
  | 'map'
  | 'offline'
  | 'welcome'
  | 'constants'
  | 'demonstration'
  | 'mail'
  | 'uploads'
  | 'registrationsPerHour'
  | 'formsPerHour'
  | 'passwordLinks'
  | 'needsApproval'
  | 'keepFiles'
  | 'connections'
  | 'login'
  | 'credentialsFlag'
  | 'messages'
  | 'navigation'
>;

interface PortalFile {
  readonly portal: PortalPart;
  /** The flags that every department has. */
  readonly flags: Cursor;
  /** Who saves views of lists for everybody in their office. */
  readonly officeViews: Cursor;
  readonly workbench: Cursor;
  readonly seal: Cursor;
}

/** Reports an unknown time zone. */
export function checkTimeZone(file: ParsedFile, context: Pick<LinkContext, 'diagnostics'>): void {
  const at = child(rootOf(file), 'timeZone');
  const name = text(at);
  // The list lacks former names of time zones, but reading it takes 2 ms instead of 60 ms for a formatter.
  const choices = Intl.supportedValuesOf('timeZone');
  if (name === null || choices.includes(name) || isTimeZone(name)) return;
  reportUnknown(context, 'portal/unknown-time-zone', at, { name, choices });
}

/** Reports a currency that cannot be used. */
export function checkCurrency(file: ParsedFile, context: Pick<LinkContext, 'diagnostics'>): void {
  const currency = child(child(rootOf(file), 'constants'), 'currency');
  const code = text(currency);
  if (code !== null) isCurrency(code, currency, context);
}

/** Stored versions of earlier releases name the sign. `check` refuses it in a folder. */
function withCurrency(constants: Portal['constants']): Portal['constants'] {
  const { currencySign: sign } = constants;
  const currency = currencyIn(constants) ?? (typeof sign === 'string' ? codeOfSign(sign) : undefined);
  return currency === undefined ? constants : { ...constants, currency };
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export function linkPortalFile(file: ParsedFile | undefined): PortalFile {
  const root = rootOf(file ?? empty);
  const uploads = child(root, 'uploads');
  const said = (key: string, otherwise: string): string => text(child(root, key)) ?? otherwise;
  return {
    flags: child(root, 'flags'),
    officeViews: child(root, 'officeViews'),
    workbench: child(root, 'workbench'),
    seal: child(root, 'seal'),
    portal: {
      title: said('title', 'Portal'),
      timeZone: said('timeZone', 'UTC'),
      locales: localesOf(root),
      language: localesOf(root)[0] ?? 'en',
      words: english,
      theme: linkTheme(child(root, 'theme')),
      reporting: text(child(root, 'reporting')),
      charter: {
        title: text(child(child(root, 'charter'), 'title')),
        introduction: text(child(child(root, 'charter'), 'introduction')),
        complaints: text(child(child(root, 'charter'), 'complaints')),
      },
      map: linkMap(child(root, 'map')),
      offline: !isPresent(child(root, 'offline')) || truth(child(root, 'offline')),
      welcome: linkWelcome(child(root, 'welcome'), said('title', 'Portal')),
      constants: withCurrency(literals(child(root, 'constants'))),
      demonstration: linkDemonstration(child(root, 'demonstration')),
      mail: { from: text(child(child(root, 'mail'), 'from')) },
      uploads: {
        maxBytes: bytesOf(text(child(uploads, 'maximum')) ?? '10 MB'),
        maxPixels: number(child(uploads, 'pixels')) ?? 25_000_000,
        accepts: texts(child(uploads, 'accepts')),
        open: number(child(uploads, 'open')) ?? 40,
        processes: number(child(uploads, 'processes')) ?? 2,
        waiting: {
          each: number(child(child(uploads, 'waiting'), 'each')) ?? 20,
          all: number(child(child(uploads, 'waiting'), 'all')) ?? 100,
        },
        photos: {
          side: number(child(child(uploads, 'photos'), 'side')) ?? 2000,
          quality: number(child(child(uploads, 'photos'), 'quality')) ?? 75,
        },
      },
      needsApproval: truth(child(child(root, 'versions'), 'secondPerson')),
      keepFiles: parseDuration(text(child(child(root, 'versions'), 'keepFiles')) ?? ''),
      connections: linkConnections(child(root, 'connections')),
      registrationsPerHour: number(child(child(root, 'registrations'), 'perHour')) ?? 20,
      formsPerHour: number(child(child(root, 'forms'), 'perHour')) ?? 60,
      passwordLinks: linkPasswordLinks(child(root, 'accounts')),
      login: said('login', ''),
      credentialsFlag: text(child(root, 'credentialsFlag')) ?? null,
      messages: Object.fromEntries(
        entries(child(root, 'messages')).map(([key, message]) => [key, text(message) ?? '']),
      ),
      navigation: items(child(root, 'navigation')).map((one) => ({
        key: text(child(one, 'key')) ?? '',
        title: text(child(one, 'title')) ?? '',
      })),
    },
  };
}

function linkMap(at: Cursor): Portal['map'] {
  const tiles = text(child(at, 'tiles'));
  return tiles === null
    ? null
    : {
        tiles,
        attribution: text(child(at, 'attribution')) ?? '',
        deepest: number(child(at, 'deepest')) ?? 19,
      };
}

/** Reports a map server that browsers cannot find: its host or its port is not possible. */
export function checkTiles(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): void {
  const place = child(at, 'tiles');
  const tiles = text(place);
  if (tiles === null || URL.canParse(tiles)) return;
  const { groups } = /^https:\/\/(?<server>[^/]*)/.exec(tiles) ?? {};
  // The schema reports an address that does not even look like one.
  if (groups !== undefined) report(context, 'portal/odd-map-server', place, { name: groups['server'] ?? '' });
}

function linkPasswordLinks(at: Cursor): Portal['passwordLinks'] {
  return {
    reset: parseDuration(text(child(at, 'resetLink')) ?? '') ?? { amount: 1, unit: 'hour' },
    invitation: parseDuration(text(child(at, 'invitationLink')) ?? '') ?? { amount: 7, unit: 'day' },
  };
}

/** The default language is English. */
function localesOf(root: Cursor): string[] {
  const said = texts(child(root, 'locales'));
  return said.length === 0 ? ['en'] : said;
}

function literals(at: Cursor): Portal['constants'] {
  return Object.fromEntries(entries(at).map(([name, said]) => [name, literal(said)]));
}

const units: Readonly<Record<string, number>> = { kB: 1_000, KB: 1_000, MB: 1_000_000, GB: 1_000_000_000 };

/** `10 MB` in bytes; an invalid value is 10 MB. */
export function bytesOf(size: string): number {
  const [, count = '10', unit = 'MB'] = /^(\d+(?:\.\d+)?)\s*(kB|KB|MB|GB)$/.exec(size) ?? [];
  return Math.round(Number(count) * (units[unit] ?? 1));
}

const empty: ParsedFile = {
  path: 'portal.yaml',
  name: 'portal.yaml',
  kind: 'portal',
  text: '',
  value: {},
  positions: () => ({ file: 'portal.yaml', line: 1, column: 1, length: 0 }),
  rangeOf: () => null,
  sourceOf: () => null,
};

function linkConnections(at: Cursor): Portal['connections'] {
  const most = number(child(at, 'most')) ?? 1000;
  return {
    most,
    perNetwork: number(child(at, 'perNetwork')) ?? Math.ceil((most * 2) / 5),
    requestSeconds: number(child(at, 'requestSeconds')) ?? 60,
    idleSeconds: number(child(at, 'idleSeconds')) ?? 75,
  };
}

/** Reports a limit per network that is higher than the total limit. */
export function checkConnections(at: Cursor, context: Pick<LinkContext, 'diagnostics'>): void {
  const { most, perNetwork } = linkConnections(at);
  if (perNetwork <= most) return;
  report(context, 'portal/network-limit', child(at, 'perNetwork'), { perNetwork, most });
}
