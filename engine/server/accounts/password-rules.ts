/** The rules for new passwords: a minimum length, and nothing that is easy to guess. */
import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { passwordRuleMessages } from '../../locales/password-rules.ts';
import { message, type Message } from '../../locales/message.ts';
import { lengthOfPassword, PASSWORD_MINIMUM } from '../../portal/access/password-length.ts';
import type { Portal } from '../../portal/model/portal.ts';

const PASSWORD_MAXIMUM = 1000;
/** Minimum number of different characters, however long the password is. */
const DIFFERENT_MINIMUM = 4;
/** Minimum number of characters in a password without the names from the e-mail address. */
const OWN_MINIMUM = 6;
/** As a power of ten. One or two words with a year or a number have less, three ordinary words more. */
const FEWEST_GUESSES = 8.3;

/** What an attacker may know about the owner of the password. */
export interface PasswordOwner {
  /** The e-mail address of the account. */
  readonly username: string;
  readonly name: string;
}

/**
 * Returns what is wrong with a password; empty if nothing is.
 * @param portal its words count as easy to guess; null: not known
 */
export async function passwordFaults(
  password: string,
  { username, name }: PasswordOwner,
  portal: Portal | null,
): Promise<Message[]> {
  if (lengthOfPassword(password) < PASSWORD_MINIMUM)
    return [message(passwordRuleMessages.passwordTooShort, { count: PASSWORD_MINIMUM })];
  if (password.length > PASSWORD_MAXIMUM)
    return [message(passwordRuleMessages.passwordTooLong, { count: PASSWORD_MAXIMUM })];
  if (new Set(password).size < DIFFERENT_MINIMUM) return [remedies().repeat];
  if (isMadeOf(password, username)) return [message(passwordRuleMessages.passwordHoldsEmail)];
  const own = [name, username].flatMap(wordsOfName);
  const { log10, weakness } = await guessesOf(password, [
    ...own,
    ...(portal === null ? [] : wordsOfPortal(portal)),
  ]);
  return log10 >= FEWEST_GUESSES ? [] : [remedies()[weakness]];
}

function remedies(): Readonly<Record<Weakness, Message>> {
  return {
    repeat: message(passwordRuleMessages.passwordRepeats),
    row: message(passwordRuleMessages.passwordOfRows),
    number: message(passwordRuleMessages.passwordOfNumbers),
    date: message(passwordRuleMessages.passwordOfDate),
    own: message(passwordRuleMessages.passwordOfNames),
    word: message(passwordRuleMessages.passwordGuessable),
  };
}

/** True if almost nothing is left of the password without the names from the address. */
function isMadeOf(password: string, username: string): boolean {
  const names = namesIn(username).filter(({ length }) => length > 2);
  const whole = namesIn(password).join('');
  const left = names
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ''), whole);
  return left !== whole && left.length < OWN_MINIMUM;
}

/** Sequences of letters and digits, in lower case. */
function namesIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Longer passwords are rated by their beginning, because the time for a rating grows faster than the length. */
const LONGEST = 64;
/** Letters written as digits or signs, such as `0` for `o`. Each additional one doubles the time of a check. */
const SUBSTITUTIONS = 6;
/** Guesses for a number of the person: a telephone, document or account number. */
const OWN_NUMBER = 10_000;

interface Guesses {
  /** As a power of ten. */
  readonly log10: number;
  readonly weakness: Weakness;
}

/** The main component of a password. */
type Weakness = 'number' | 'repeat' | 'row' | 'own' | 'date' | 'word';

/**
 * Takes the cheapest of several ways to guess it: unchanged; in pairs (`aabbcc`, `a1b2c3`); without repeated
 * characters; without signs, which are guessed separately; without telephone numbers.
 * @param own words of the person and of the portal, the most obvious first
 */
async function guessesOf(password: string, own: readonly string[]): Promise<Guesses> {
  const { zxcvbn, disguises } = await estimator();
  const text = password.slice(0, LONGEST);
  const words = possibleIn(text, own, disguises);
  const whole = zxcvbn.check(text, words);
  const asItIs = { log10: whole.guessesLog10, weakness: weaknessOf(whole) };
  const cost = (part: string): number => (part === '' ? 0 : zxcvbn.check(part, words).guessesLog10);
  const [even = '', odd = ''] = [0, 1].map((rest) => [...text].filter((_, at) => at % 2 === rest).join(''));
  const ways: Guesses[] = [asItIs, { log10: cost(even) + cost(odd), weakness: 'row' }];
  const without = (pattern: RegExp, more: (removed: number) => number, weakness: Weakness): void => {
    const rest = text.replaceAll(pattern, '');
    if (rest !== text) ways.push({ log10: cost(rest) + more(text.length - rest.length), weakness });
  };
  without(/(.)(?=\1)/gu, (removed) => removed / 2, asItIs.weakness);
  // People write the same few signs between and after words.
  const costOfSign = /\p{L}{4}/u.test(text) ? 0.5 : 1;
  without(/[\p{P}\p{S}]/gu, (removed) => 0.5 + removed * costOfSign, asItIs.weakness);
  without(/\+?\d(?:[\s().-]{0,2}\d){6,}/g, () => Math.log10(OWN_NUMBER), 'number');
  return ways.reduce((best, way) => (way.log10 < best.log10 ? way : best));
}

/**
 * The words whose letters all occur in the text, or as substitutes such as `4` for `a`. A short list saves copies in
 * the estimator.
 */
function possibleIn(
  text: string,
  words: readonly string[],
  disguises: Readonly<Record<string, readonly string[]>>,
): string[] {
  const plain = text.toLowerCase();
  const disguised = Object.keys(disguises).filter((letter) =>
    disguises[letter]?.some((one) => plain.includes(one)),
  );
  const letters = new Set([...plain, ...disguised]);
  return words.filter((word) => [...word].every((letter) => letters.has(letter)));
}

type GuessEstimate = ReturnType<ZxcvbnFactory['check']>;

/** The type of the longest part that is not random. */
function weaknessOf({ sequence }: GuessEstimate): Weakness {
  const [longest] = sequence
    .filter(({ pattern }) => pattern !== 'bruteforce')
    .toSorted((a, b) => b.token.length - a.token.length);
  if (longest === undefined) return 'word';
  if ('dictionaryName' in longest && longest['dictionaryName'] === 'userInputs') return 'own';
  return weaknesses[longest.pattern] ?? 'word';
}

const weaknesses: Readonly<Record<string, Weakness>> = {
  repeat: 'repeat',
  date: 'date',
  sequence: 'row',
  spatial: 'row',
};

interface Estimator {
  readonly zxcvbn: ZxcvbnFactory;
  /** Letter → its substitutes. */
  readonly disguises: Readonly<Record<string, readonly string[]>>;
}

let kept: Promise<Estimator> | undefined;

/** The word lists are loaded when the first password is chosen. */
function estimator(): Promise<Estimator> {
  kept ??= Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-en'),
  ]).then(([core, common, english]) => {
    const dictionary = { ...common.dictionary, ...english.dictionary, filipino: [...filipinoWords] };
    const options = { dictionary, graphs: common.adjacencyGraphs, l33tMaxSubstitutions: SUBSTITUTIONS };
    return { zxcvbn: new core.ZxcvbnFactory(options), disguises: new core.Options().l33tTable };
  });
  return kept;
}

const SHORTEST = 3;
const MOST = 20_000;

const portalWords = new WeakMap<Portal, readonly string[]>();

/** @returns in lower case: first the organisation and its places, then the words of kinds, then all others */
function wordsOfPortal(portal: Portal): readonly string[] {
  const known = portalWords.get(portal);
  if (known !== undefined) return known;
  const { title, departments, lookups, kinds, sets, recordTypes } = portal;
  const places = Object.values(lookups).flatMap(({ rows }) => rows.map(({ label }) => label));
  const titles = [kinds, sets, recordTypes].flatMap((named) =>
    Object.values(named).map((one: { readonly title: string }) => one.title),
  );
  const names = [title, portal.demonstration.domain, ...textsIn(departments), ...places, ...titles];
  const words = new Set([...names.flatMap(wordsOfName), ...textsIn(portal).flatMap(wordsIn)]);
  const all = [...words].slice(0, MOST);
  portalWords.set(portal, all);
  return all;
}

/** The words of a name, and the words joined: `San Isidro` gives `san`, `isidro` and `sanisidro`. */
function wordsOfName(name: string): string[] {
  const words = wordsIn(name);
  return words.length > 1 && words.length <= 4 ? [...words, words.join('')] : words;
}

function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return (plain.match(/\p{L}+/gu) ?? []).filter(({ length }) => length >= SHORTEST);
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

const filipinoWords: readonly string[] = `
  jan feb mar apr jun jul aug sep sept oct nov dec mahal kita mahalkita kaibigan kaibiganko ako ikaw tayo kami sila siya niya ang mga lang love inday nonoy dodong manong manang nanay tatay
  kuya ate bunso lola lolo anak asawa nene totoy jun boy girl ganda pogi gwapo maganda cute mahalko mahalnamahal mahalnakita
  pilipinas pinas pinoy pinay filipino pilipino maynila manila cebu davao iloilo baguio bacolod batangas laguna cavite
  bulacan pampanga quezon makati palawan mindanao luzon visayas kabayan bayan bayani 
  gobyerno diyos dios jesus jesuskristo panginoon salamat maraming buhay
  mabuhay pagibig pagasa puso tadhana walang forever walangforever hanggang sayo akin iyo dito doon bahay bahala bahalana
  magandang umaga hapon gabi tanghali araw buwan bituin langit lupa dagat ulan bagyo isla bundok ilog hangin apoy tubig bato
  sampaguita narra kalabaw manok baboy isda aso pusa tarsier kalapati agila adobo sinigang lechon sisig bangus tuyo kanin
  balut halohalo turon kape gatas mangga saging niyog buko dalandan kalamansi sili suka toyo patis bagoong
  jollibee mcdo chowking ginebra sanmig gilas alaska purefoods magnolia crispa toyota honda lakers pacquiao pacman lebronjames stephcurry steph lebron curry kobe jordan
  kapamilya kapuso kapatid eatbulaga dabarkads aldub lodi petmalu werpa kathniel jadine lizquen sarah daniel vice ganda
  bini blackpink bts army sandara anne curtis juan delacruz dela cruz santos reyes garcia bautista ocampo gonzales ramos
  mendoza villanueva aquino marcos duterte rizal bonifacio mabini aguinaldo lapulapu maria jose josefina rosario carmela
  junjun bongbong jaypee jm princess angel nicole jasmine kyla mae maymay marites joan joy grace baby babyko beybi bebe bebeko
  honey hon labs labsko crush kilig hugot torpe tropa tropang barkada pare mare tol utol sir maam guro eskwela paaralan
  trabaho pera sweldo utang negosyo tindahan sarisari palengke simbahan fiesta pista atiatihan sinulog dinagyang pasko
  enero pebrero marso abril mayo hunyo hulyo agosto setyembre oktubre nobyembre disyembre lunes martes miyerkules huwebes
  biyernes sabado linggo isa dalawa tatlo apat lima anim pito walo siyam sampu pula puti asul dilaw berde itim
`
  .trim()
  .split(/\s+/);
