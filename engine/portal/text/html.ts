/** Text in HTML. */

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const signs = new Map(Object.entries(entities).map(([sign, entity]) => [entity, sign]));

/** @returns the text for an element, or for an attribute in quotes */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}

/** The lexer of Markdown escapes the text of some tokens. */
export function unescapeHtml(text: string): string {
  return text.replaceAll(/&(?:amp|lt|gt|quot|#39);/g, (entity) => signs.get(entity) ?? entity);
}
