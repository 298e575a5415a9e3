// Letters of languages and typefaces that a PDF may leave to its reader; each is loaded when a PDF needs it.
const addresses: Readonly<Record<string, string>> = {
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
  ...import.meta.glob<string>('../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
    query: '?url',
    import: 'default',
    eager: true,
  }),
};

const byName = new Map(Object.entries(addresses).map(([path, address]) => [path.split('/').at(-1), address]));

/** Where pdf.js asks for such a file; it knows them by their names. */
export class PdfFiles {
  async fetch({ filename }: { readonly filename: string }): Promise<Uint8Array> {
    const address = byName.get(filename);
    if (address === undefined) throw new Error(`There is no file ${filename} for PDFs.`);
    const response = await fetch(address);
    if (!response.ok) throw new Error(`The file ${filename} could not be loaded (${response.status}).`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
