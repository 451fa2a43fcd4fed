/** Writes values as YAML that the compiler reads. */
import { stringify } from 'yaml';

/** In block style. Words that other YAML tools read as booleans or dates are in quotes. */
export function writeYaml(value: unknown): string {
  return stringify(value, { version: '1.1', lineWidth: 0, aliasDuplicateObjects: false });
}
