/** A slot as the server offers it. */
export interface SlotChoice {
  readonly from: string;
  readonly to: string;
  readonly free: number;
}
