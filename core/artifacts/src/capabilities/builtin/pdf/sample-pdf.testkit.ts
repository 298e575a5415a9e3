import { deflateSync } from 'node:zlib';

export interface PdfObject {
  /** The text between `<<` and `>>`. */
  readonly entries: string;
  readonly stream?: string | Uint8Array;
}

/** A file with these objects, numbered from 1. The first one is the catalog. */
export function pdfOf(objects: readonly PdfObject[], trailer = ''): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')];
  const starts: number[] = [];
  let size = parts[0]?.length ?? 0;
  const add = (...more: (string | Uint8Array)[]): void => {
    for (const piece of more) {
      const bytes = Buffer.from(piece);
      parts.push(bytes);
      size += bytes.length;
    }
  };
  for (const [index, { entries, stream }] of objects.entries()) {
    starts.push(size);
    const length = stream === undefined ? '' : ` /Length ${Buffer.from(stream).length}`;
    add(`${index + 1} 0 obj\n<< ${entries}${length} >>\n`);
    if (stream !== undefined) add('stream\n', stream, '\nendstream\n');
    add('endobj\n');
  }
  const table = size;
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`);
  for (const start of starts) add(`${String(start).padStart(10, '0')} 00000 n \n`);
  add(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`);
  return Buffer.concat(parts);
}

const font: PdfObject = { entries: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica' };

/** The page operators that show lines below each other. */
export function showing(...lines: readonly string[]): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`);
  return `BT /F1 12 Tf 14 TL 72 720 Td ${shown.join(' ')} ET`;
}

/** A document with a page for each of these contents, compressed as most programs do. */
export function documentOf(contents: readonly (string | Uint8Array)[], trailer = ''): Buffer {
  const kids = contents.map((_, index) => `${4 + 2 * index} 0 R`).join(' ');
  const resources = '/Resources << /Font << /F1 3 0 R >> >>';
  return pdfOf(
    [
      { entries: '/Type /Catalog /Pages 2 0 R' },
      { entries: `/Type /Pages /Count ${contents.length} /Kids [${kids}] ${resources}` },
      font,
      ...contents.flatMap((content, index) => [
        {
          entries: `/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${5 + 2 * index} 0 R`,
        },
        { entries: '/Filter /FlateDecode', stream: deflateSync(content) },
      ]),
    ],
    trailer,
  );
}
