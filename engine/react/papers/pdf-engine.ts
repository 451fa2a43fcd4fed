/** Opens PDFs with pdf.js. Its worker, fonts and decoders come from the own origin, and nothing in a PDF is run. */
import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Where vite.config.ts puts the files of the package. */
const folder = `/assets/pdfjs-${version}/`;

GlobalWorkerOptions.workerSrc = `${folder}pdf.worker.min.mjs`;

/** One for all: starting it takes longer than most papers, and the first paper is read meanwhile. */
const worker = new PDFWorker();

export interface OpenPdf {
  readonly document: PDFDocumentProxy;
  close(): void;
}

/** Scripts in a PDF need the sandbox of pdf.js, which is not part of the portal. @throws if it cannot be read */
export async function openPdf(blob: Blob): Promise<OpenPdf> {
  const task = getDocument({
    worker,
    data: new Uint8Array(await blob.arrayBuffer()),
    cMapUrl: `${folder}cmaps/`,
    standardFontDataUrl: `${folder}standard_fonts/`,
    wasmUrl: `${folder}wasm/`,
    iccUrl: `${folder}iccs/`,
    // A paper without its fonts is shown at once with those of the computer. The files of the package have 140 kB each.
    useSystemFonts: true,
    enableXfa: false,
    // A picture larger than this is left out, so that a small file cannot fill the memory.
    maxImageSize: 64_000_000,
  });
  const document = await task.promise;
  return { document, close: () => void task.destroy() };
}
