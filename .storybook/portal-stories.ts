/** Turns a YAML file of the configuration into a module with its stories, and serves the page's requests. */
import type { Plugin } from 'vite';
import type { Portal } from '../engine/portal/model/portal.ts';
import { compileValidatorCode } from '../engine/server/forms/validator-code.ts';
import { configPortal } from './config-portal.ts';
import { belowRoot } from './indexer.ts';
import { sampleForm } from './sample-form.ts';
import { storiesOf } from './story-files.ts';

const portalModule = 'virtual:portal';
const validatorPath = /^\/api\/v1\/forms\/([\w-]+)\/validator\.js$/;

export function portalStories(): Plugin {
  return {
    name: 'portal-stories',
    enforce: 'pre',
    resolveId: (id) => (id === portalModule ? `\0${portalModule}` : null),
    async load(id) {
      if (id === `\0${portalModule}`) return `export default ${JSON.stringify(await configPortal())};`;
      const file = belowRoot(id.split('?', 1)[0] ?? id);
      if (!/^config\/.*\.yaml$/.test(file)) return null;
      this.addWatchFile(id);
      return { code: codeOf(await configPortal(), file), moduleType: 'js' };
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const hash = validatorPath.exec(request.url ?? '')?.[1];
        if (hash === undefined) return next();
        configPortal().then((portal) => {
          response.setHeader('Content-Type', 'text/javascript');
          response.end(codeOfValidator(portal, hash));
        }, next);
      });
    },
    async generateBundle() {
      const portal = await configPortal();
      for (const hash of [sampleForm.hash, ...Object.keys(portal.forms)]) {
        const source = codeOfValidator(portal, hash);
        this.emitFile({ type: 'asset', fileName: `api/v1/forms/${hash}/validator.js`, source });
      }
    },
  };
}

function codeOfValidator(portal: Portal, hash: string): string {
  const form = hash === sampleForm.hash ? sampleForm : portal.forms[hash];
  return form === undefined ? '' : compileValidatorCode(form);
}

function codeOf(portal: Portal, file: string): string {
  const found = storiesOf(portal, file);
  if (found === null) return 'export default {};';
  const stories = found.stories.map(
    (story) => `export const ${story.exportName} = show(${JSON.stringify(story)});`,
  );
  return [
    `import { show } from '/.storybook/show.tsx';`,
    `export default { title: ${JSON.stringify(found.title)} };`,
    ...stories,
  ].join('\n');
}
