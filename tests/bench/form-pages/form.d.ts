import type { JsonSchema } from '../../../engine/portal/model/form.ts';

export interface BenchForm {
  readonly count: number;
  readonly schema: JsonSchema;
}

export function formOf(count: number): BenchForm;
