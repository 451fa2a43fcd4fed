/** `munisipyo explain PATH`: what happens when somebody goes there, rule by rule, with the line that decided. */
import { parseArgs } from 'node:util';
import { type RouteDecision, toWireDecision } from '../portal/routing/decide.ts';
import { explain as explainDecision, type Explanation } from '../portal/routing/explain.ts';
import { askedVisitor } from './asked-visitor.ts';
import { explainBatch } from './explain-batch.ts';
import { parseFlags } from './flag-words.ts';
import { readPortal } from './read-portal.ts';

export const usage = `Usage: munisipyo explain PATH [--as DEPARTMENT] [--can flag,!flag] [--json]
       munisipyo explain --batch   one JSON line in, {"path","as"?,"can"?}, one out
`;

export async function explain(args: readonly string[]): Promise<number> {
  const words = parseWords(args);
  if (words === null) return wrongUse(usage);
  const portal = await readPortal();
  if (portal === null) return 1;
  if (words.isBatch) {
    await explainBatch(portal, process.stdin, process.stdout);
    return 0;
  }
  const { visitor, error } = askedVisitor(portal, words.as, words.can);
  if (visitor === null) return wrongUse(`${error}\n`);
  const explanation = explainDecision({ portal, visitor }, words.path);
  process.stdout.write(words.isJson ? toJson(explanation) : toText(explanation, words));
  return 0;
}

interface ExplainArguments {
  readonly path: string;
  readonly as: string | undefined;
  readonly can: Readonly<Record<string, boolean>>;
  readonly isJson: boolean;
  readonly isBatch: boolean;
}

function parseWords(args: readonly string[]): ExplainArguments | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        as: { type: 'string' },
        can: { type: 'string', multiple: true },
        json: { type: 'boolean' },
        batch: { type: 'boolean' },
      },
    });
    const isBatch = values.batch === true;
    if (positionals.length !== (isBatch ? 0 : 1)) return null;
    return {
      path: positionals[0] ?? '',
      as: values.as,
      can: parseFlags(values.can ?? []),
      isJson: values.json === true,
      isBatch,
    };
  } catch {
    return null;
  }
}

function wrongUse(text: string): number {
  process.stderr.write(text);
  return 2;
}

function toJson({ decision, params, rules }: Explanation): string {
  const told = rules.map(({ place, ...rule }) => ({ ...rule, file: place.file, line: place.line }));
  const { route } = decision;
  const declared = route && { file: route.place.file, line: route.place.line };
  const decided = told.find((rule) => rule.decided) ?? null;
  const answer = { ...toWireDecision(decision), params, rules: told, decided, declared };
  return `${JSON.stringify(answer, null, 2)}\n`;
}

function toText({ decision, rules }: Explanation, { path, as }: ExplainArguments): string {
  const { route } = decision;
  const lines = [
    `${path} as ${as ?? 'somebody who is signed out'}`,
    route === null
      ? '  No route has this path.'
      : `  route ${route.name} "${route.title}"  ${route.place.file}:${route.place.line}`,
    ...rules.map(({ guard, rule, holds, decided, place }) => {
      const result = holds === null ? 'not asked' : holds ? 'holds' : 'does not hold';
      const mark = decided ? '>' : ' ';
      return `${mark} ${guard} ${rule}: ${result}  ${place.file}:${place.line}`;
    }),
    `  ${spoken(decision)}`,
  ];
  return `${lines.join('\n')}\n`;
}

function spoken(decision: RouteDecision): string {
  if (decision.outcome === 'not-found') return 'Not found.';
  if (decision.outcome === 'show') return `Shows "${decision.route.title}".`;
  const signOut = decision.signOut ? 'Signs out and goes to' : 'Goes to';
  const message = decision.message === null ? '' : ` with "${decision.message}"`;
  return `${signOut} ${decision.to}${message}.`;
}
