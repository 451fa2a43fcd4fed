/** `munisipyo/config`: the configuration compiler. */
export { loadPortal } from './load.ts';
export type { CompileOptions, CompileResult } from './compile.ts';
export { renderDiagnostics } from './diagnostics/render.ts';
export type { Diagnostic } from './diagnostics/diagnostic.ts';
