/** Reads the project's source files, their imports and their types, from their syntax trees. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

export interface Source {
  /** Path from the project's root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  readonly imports: readonly SourceImport[];
  /** Expressions that load a module whose name the text does not say. */
  readonly computed: readonly string[];
  /** Names of the types, interfaces and classes that it declares. */
  readonly types: readonly string[];
  /** Names of the types in its `as` casts. */
  readonly casts: readonly string[];
}

interface SourceImport {
  /** A path from the project's root, or the name of a package. */
  readonly from: string;
  /** The import is erased at run time. */
  readonly isType: boolean;
  /** `import()`: loaded only on use. */
  readonly isLazy: boolean;
}

/** Every file that matches one of the patterns, read once. */
export function readSources(...patterns: string[]): Source[] {
  return globSync(patterns, { cwd: root })
    .map((path) => path.split(sep).join('/'))
    .sort()
    .map((path) => sourceOf(path, readFileSync(join(root, path), 'utf8')));
}

/** @param path from the project's root; a file that is not TypeScript has no imports */
export function sourceOf(path: string, text: string): Source {
  if (!/\.[cm]?[jt]sx?$/.test(path)) return { path, text, imports: [], computed: [], types: [], casts: [] };
  const imports: SourceImport[] = [];
  const computed: string[] = [];
  const types: string[] = [];
  const casts: string[] = [];
  let inModule = 0;
  const take = (specifier: string, isType: boolean, isLazy = false) => {
    imports.push({ from: resolve(path, specifier), isType, isLazy });
  };
  const { program } = parseSync(path, text);
  new Visitor({
    ImportDeclaration: ({ source, importKind, specifiers }) => {
      const areTypes =
        specifiers.length > 0 &&
        specifiers.every((one) => one.type === 'ImportSpecifier' && one.importKind === 'type');
      take(source.value, importKind === 'type' || areTypes);
    },
    ExportNamedDeclaration: ({ source, exportKind }) => {
      if (source !== null) take(source.value, exportKind === 'type');
    },
    ExportAllDeclaration: ({ source, exportKind }) => take(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => {
      if (source.type === 'Literal' && typeof source.value === 'string') take(source.value, false, true);
      else computed.push(`import(${text.slice(source.start, source.end)})`);
    },
    // Vite reads a glob as an import of every file that matches.
    CallExpression: ({ callee }) => {
      const called = text.slice(callee.start, callee.end);
      if (/^(?:import\.meta\.glob|createRequire$|process\.getBuiltinModule$)/.test(called))
        computed.push(called);
    },
    // A worker, or a module for another process.
    NewExpression: ({ callee, arguments: [first, base] }) => {
      const isModule = callee.type === 'Identifier' && callee.name === 'URL' && base !== undefined;
      if (!isModule || first?.type !== 'Literal' || typeof first.value !== 'string') return;
      if (/\.[cm]?[jt]sx?$/.test(first.value)) take(first.value, false, true);
    },
    TSImportType: ({ source }) => take(source.value, true),
    // Augmenting another package's types declares none.
    TSModuleDeclaration: () => void inModule++,
    'TSModuleDeclaration:exit': () => void inModule--,
    TSInterfaceDeclaration: ({ id }) => void (inModule === 0 && types.push(id.name)),
    TSTypeAliasDeclaration: ({ id }) => types.push(id.name),
    TSAsExpression: ({ typeAnnotation: { start, end } }) =>
      casts.push(...(text.slice(start, end).match(/\b[A-Z]\w*/g) ?? [])),
    ClassDeclaration: ({ id }) => {
      if (id !== null) types.push(id.name);
    },
  }).visit(program);
  return { path, text, imports, computed, types, casts };
}

function resolve(path: string, specifier: string): string {
  const [bare = ''] = specifier.split('?');
  return bare.startsWith('.') ? posix.normalize(posix.join(posix.dirname(path), bare)) : bare;
}

/** The line number of an offset in a file, from 1. */
export function lineOf(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}
