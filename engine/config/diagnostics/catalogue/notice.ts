/** Diagnostics of notices: what one reader may not see, and links that lead to no step. */
import { phrase } from '../phrase.ts';

export const noticePhrases = {
  'notice/hidden-field': phrase<{
    readonly path: string;
    readonly name: string;
    readonly who: string;
    readonly type: string;
  }>({
    severity: 'error',
    summary: 'A notice tells somebody what he may not read in the record.',
    message: ({ name, path, who, type }) =>
      `The notice "${name}" tells ${who} "{${path}}", which that reader of "${type}" may not see.`,
    remedy: () => 'Take the placeholder out, send another notice to that reader, or let the field be read.',
  }),
  'notice/no-office': phrase<{ readonly type: string }>({
    severity: 'error',
    summary: 'A notice goes to the office of a record that has none.',
    message: ({ type }) => `A record of type "${type}" has no office that could be told.`,
    remedy: ({ type }) =>
      `Name a department: \`{ notify: { department: … } }\`; or write \`office:\` in records/${type}.yaml.`,
  }),
  'notice/no-link': phrase<{ readonly name: string; readonly type: string }>({
    severity: 'error',
    summary:
      'A notice holds a link, but the record has no step that a link takes, or the portal no page for it.',
    message: ({ name, type }) =>
      `The notice "${name}" says "{link}", but no step of "${type}" is taken \`by: { link: … }\`, or there is no page with \`screen: link\`.`,
    remedy: () =>
      'Take {link} out, or write the transition `by: { link: { sentTo: …, within: … } }` and a public route with `screen: link`.',
  }),
};
