/** A part of a draft that is shown or changed. */
import type { YamlPath } from '../config/edit/edit-yaml.ts';
import type { SourceFile } from '../config/source/source.ts';
import type { Portal } from '../portal/model/portal.ts';
import type { WrittenPart } from './part-answers.ts';
import type { PartForm } from './part-form.ts';
import type { PartSchema } from './part-schema.ts';

/** A part of a file with its grammar. */
export interface OpenedPart extends WrittenPart {
  readonly file: SourceFile;
  readonly path: YamlPath;
  readonly schema: PartSchema;
  readonly form: PartForm;
  readonly portal: Portal;
}
