/** A telephone number or an e-mail address as a link; other words as they are. */
export function Contact({ value }: { readonly value: string }) {
  if (/^\S+@\S+$/.test(value)) return <a href={`mailto:${value}`}>{value}</a>;
  if (/^[+(]?\d[\d\s()-]{5,}$/.test(value))
    return <a href={`tel:${value.replaceAll(/[^+\d]/g, '')}`}>{value}</a>;
  return value;
}
