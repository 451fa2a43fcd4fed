/** Effects of a transition, or of a warning before a clock expires. */
import type { Operand } from './condition.ts';

export type EffectDefinition =
  | {
      readonly effect: 'create';
      readonly type: string;
      /** Name of a set: one record for each of its kinds that applies. */
      readonly forEachKindOf: string | null;
      /** Name of an answer: one record for each of its rows. */
      readonly forEachInput: string | null;
      readonly data: Readonly<Record<string, Operand>>;
    }
  /** Issues a document; null: the document of the record's kind. */
  | { readonly effect: 'document'; readonly document: string | null; readonly variant: string | null }
  /**
   * Suspends or revokes a document of the record or of an ancestor, or restores it; null: the document of the
   * record's kind.
   */
  | {
      readonly effect: 'revoke';
      readonly document: string | null;
      readonly as: 'revoked' | 'suspended' | 'valid';
    }
  /** Sent or accepted papers no longer count: their owner must send them again. Null: every item of the checklist. */
  | { readonly effect: 'askAgain'; readonly items: readonly string[] | null; readonly message: string }
  /** Computes the fees of this schedule and stores them in the record's data. */
  | { readonly effect: 'assess'; readonly schedule: string }
  | { readonly effect: 'notify'; readonly to: Recipients; readonly notice: string }
  /** Assigns a role of the record to an account or a department. */
  | { readonly effect: 'assign'; readonly role: string; readonly to: Operand }
  /** Asks an extension for something; it runs after the step is committed. */
  | {
      readonly effect: 'extension';
      readonly name: string;
      readonly input: Readonly<Record<string, Operand>>;
    }
  | {
      readonly effect: 'account';
      readonly does: 'suspend' | 'restore' | 'reset-password' | 'sign-out';
    };

/** Recipients: parties of the record, its office, departments. */
export interface Recipients {
  readonly parties: readonly string[];
  readonly isOffice: boolean;
  readonly departments: readonly string[];
}

/** The definition of one effect, by its name. */
export type EffectOf<Word> = Extract<EffectDefinition, { effect: Word }>;
