/** The options of a native select, under their headings. */

export interface GroupedChoice {
  readonly value: string;
  readonly label: string;
  /** Null: the choice has no heading. */
  readonly group: string | null;
}

/** The headings come in the order in which they first appear. */
export function GroupedOptions({ choices }: { readonly choices: readonly GroupedChoice[] }) {
  const groups = Map.groupBy(choices, ({ group }) => group);
  return [...groups].map(([group, some]) => {
    const options = some.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ));
    return group === null ? (
      options
    ) : (
      <optgroup key={group} label={group}>
        {options}
      </optgroup>
    );
  });
}
