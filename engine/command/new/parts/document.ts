/** `new document NAME`: what the portal issues for a record. */
import { titleFromKey } from '../../../config/link/input/title-from-key.ts';
import { addBesides, sayAlone } from '../add-besides.ts';
import { copyText } from '../copy-text.ts';
import { writeScalar } from '../../../config/edit/edit-yaml.ts';
import { asked, named, parsedFile, type NewPart } from './part.ts';
import { addEffect, stepOf } from './steps.ts';

export const document: NewPart = {
  names: 'NAME',
  flags: ['title', 'of', 'on', 'like'],
  make({ draft, name, flags }) {
    const { like } = flags;
    const { recordTypes, documents } = draft.portal;
    const step = flags.on === undefined ? null : stepOf(draft, flags.on);
    const title = flags.title ?? titleFromKey(name);
    const issued = step === null ? [issuing(name)] : [];
    if (step !== null) addEffect(draft, step, `{ document: ${name} }`);
    if (like === undefined) {
      const type = asked('of', flags.of ?? step?.type, Object.keys(recordTypes));
      named('record type', type, recordTypes);
      draft.create(`documents/${name}.yaml`, minimal(title, type));
      return ['its words (`blocks`), how long it is valid (`valid`) and its numbers (`number`)', ...issued];
    }
    named('document', like, documents);
    draft.create(
      `documents/${name}.yaml`,
      copyText(parsedFile(draft, `documents/${like}.yaml`), { title, renamings: [] }),
    );
    const alone = addBesides(draft, { kind: 'document', from: [like], to: name });
    return [
      'its words (`blocks`) and its numbers (`number`), now the same',
      ...issued,
      ...sayAlone(like, alone),
    ];
  },
};

function minimal(title: string, type: string): string {
  return `title: ${writeScalar(title)}
of: ${type}
blocks:
  - text: |
      # {document.title}
  - table:
      rows:
        - { label: Number, text: '{document.number}' }
        - { label: Date issued, text: '{document.issuedAt:longDate}' }
`;
}

function issuing(name: string): string {
  return `what issues it: \`issues: ${name}\` in a requirement kind, or \`then: [{ document: ${name} }]\` in a step`;
}
