/** A portal, and the files of its configuration, that note which of their parts are read. */
import type { Portal } from '../../../portal/model/portal.ts';
import type { RequirementKind } from '../../../portal/model/requirement.ts';
import type { ParsedFile } from '../../source/source.ts';
import type { CheckContext } from './check-context.ts';

export interface WatchedContext extends CheckContext {
  /**
   * What was read so far: parts of the portal such as `routes`, parts of requirement kinds such as `kinds.office`, and
   * `files.kinds` for the content of their files. Which kinds there are is not listed, and neither is a form that was
   * found by its hash, which covers its content.
   */
  readonly reads: ReadonlySet<string>;
}

/** Stands for all parts: they were listed. */
const every = '*';

export function watch({ portal, files }: CheckContext): WatchedContext {
  const reads = new Set<string>();
  const ofKind = noting<RequirementKind>((part) => reads.add(`kinds.${part}`));
  const ofFile = noting<ParsedFile>((part) => part !== 'kind' && reads.add('files.kinds'));
  const ofForms = noting<Portal['forms']>((part) => part === every && reads.add('forms'));
  const kinds = Object.entries(portal.kinds).map(([id, kind]) => [id, new Proxy(kind, ofKind)] as const);
  const watched = { kinds: Object.fromEntries(kinds), forms: new Proxy(portal.forms, ofForms) };
  const others = Object.entries(portal).map(([part, value]): [string, PropertyDescriptor] => [
    part,
    Object.hasOwn(watched, part) ? {} : { enumerable: true, get: () => (reads.add(part), value) },
  ]);
  return {
    portal: Object.defineProperties({ ...portal, ...watched }, Object.fromEntries(others)),
    files: files.map((file) => (file.kind === 'requirement-kind' ? new Proxy(file, ofFile) : file)),
    reads,
  };
}

/** Calls `note` for each part that is looked at. */
function noting<Value extends object>(note: (part: string) => unknown): ProxyHandler<Value> {
  return {
    get(target, key) {
      note(String(key));
      return Reflect.get(target, key) as unknown;
    },
    has(target, key) {
      note(String(key));
      return Reflect.has(target, key);
    },
    getOwnPropertyDescriptor(target, key) {
      note(String(key));
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    ownKeys(target) {
      note(every);
      return Reflect.ownKeys(target);
    },
  };
}
