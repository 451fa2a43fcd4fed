/** Effects: what follows from a transition, or from a warning before a clock runs out. */
import type { Operand } from './condition.ts';

export type EffectDefinition =
  | {
      readonly effect: 'create';
      readonly type: string;
      /** Set: one for each kind of it that applies. */
      readonly forEachKindOf: string | null;
      /** Name of the answer: one for each of its rows. */
      readonly forEachInput: string | null;
      readonly data: Readonly<Record<string, Operand>>;
    }
  /** Issues a document; null: the one that the record's kind issues. */
  | { readonly effect: 'document'; readonly document: string | null; readonly variant: string | null }
  /** Takes a document of the record, or of one above it, back (or lifts that); null: the one that its kind issues. */
  | {
      readonly effect: 'revoke';
      readonly document: string | null;
      readonly as: 'revoked' | 'suspended' | 'valid';
    }
  /** Papers that were sent or accepted count no longer: their owner sends them anew. Null: every item of the checklist. */
  | { readonly effect: 'askAgain'; readonly items: readonly string[] | null; readonly message: string }
  /** Computes the fees of this schedule into the record's data. */
  | { readonly effect: 'assess'; readonly schedule: string }
  | { readonly effect: 'notify'; readonly to: Recipients; readonly notice: string }
  /** Gives a role of the record to an account or a department. */
  | { readonly effect: 'assign'; readonly role: string; readonly to: Operand }
  | {
      readonly effect: 'account';
      readonly does: 'suspend' | 'restore' | 'reset-password' | 'sign-out';
    };

/** Who is told: parties of the record, its office, departments. */
export interface Recipients {
  readonly parties: readonly string[];
  readonly isOffice: boolean;
  readonly departments: readonly string[];
}

/** The definition of one effect, by its word. */
export type EffectOf<Word> = Extract<EffectDefinition, { effect: Word }>;
