/** Messages about papers that are shown in the page. */
import { catalogue } from './catalogue.ts';

export const paperMessages = catalogue('papers', {
  broken: 'This file cannot be shown',
  brokenHelp: 'It is damaged, or its content is not what its name says. Download it to look closer.',
  download: 'Download',
  downloadNamed: 'Download {name}',
  files: 'Files',
  fitWidth: 'Fit the width',
  notLoaded: 'The file could not be loaded',
  notShown: 'This kind of file is not shown here',
  notShownHelp: 'Download {name} and open it on your computer.',
  pageOf: 'Page {page} of {count}: {name}',
  paperOf: 'Paper: {title}',
  tools: 'View of the paper',
  turn: 'Turn',
  zoomIn: 'Larger',
  zoomOut: 'Smaller',
});
