import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pdfLimits, type PdfLimits } from './limits.ts';
import { pdfText } from './pdf-text.ts';
import { PdfReader, type Reading } from './reader.ts';
import { documentOf, pdfOf, showing } from './sample-pdf.testkit.ts';

/** On a busy machine, starting the process alone can take some seconds. */
const patience = 60_000;
/** A file that exceeds these limits is hostile, not slow. */
const patient: PdfLimits = { ...pdfLimits, timeMs: patience, enoughMs: patience, idleMs: 10 * patience };

const readers: PdfReader[] = [];
let reader: PdfReader;

function readerWith(limits: Partial<PdfLimits>): PdfReader {
  const made = new PdfReader({ ...patient, ...limits });
  readers.push(made);
  return made;
}

beforeEach(() => {
  reader = readerWith({});
});
afterEach(() => {
  for (const made of readers.splice(0)) made.end();
});

function processOf({ pid }: PdfReader): number {
  if (pid === undefined) throw new Error('There is no process.');
  return pid;
}

const read = (bytes: Uint8Array, by = reader): Promise<Reading> => by.read(async () => bytes);
const two = documentOf([showing('Under the willows', 'three pelicans (wet)'), showing('The end')]);
const twoText = 'Under the willows\nthree pelicans (wet)\nThe end';

const fill = '4f'.repeat(32);
const locked = documentOf(
  [showing('secret')],
  `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${fill}> /U <${fill}> /P -4 >> /ID [<${fill}> <${fill}>]`,
);
/** Two hundred megabytes of no-ops, compressed to a thousandth. */
const endless = Buffer.alloc(200_000_000, 'q Q ');
const bomb = documentOf([endless]);
/** Too little for that file; enough for any other. */
const tooLittle = 240 * 1024 * 1024;
const catalog = { entries: '/Type /Catalog /Pages 2 0 R' };

describe('words of PDFs', { timeout: 2 * patience }, () => {
  it('H3: are those of all pages, line by line', async () => {
    expect(await read(two)).toEqual({ text: twoText });
  });

  it('H3: are found in scripts whose characters are named by tables', async () => {
    const system = '/CIDSystemInfo << /Registry (Adobe) /Ordering (Japan1) /Supplement 2 >>';
    const bytes = pdfOf([
      catalog,
      { entries: '/Type /Pages /Count 1 /Kids [3 0 R]' },
      {
        entries:
          '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >>',
      },
      { entries: '', stream: 'BT /F1 12 Tf 72 720 Td <65E5672C> Tj ET' },
      {
        entries:
          '/Type /Font /Subtype /Type0 /BaseFont /Ryumin-Light /Encoding /UniJIS-UCS2-H /DescendantFonts [6 0 R]',
      },
      {
        entries: `/Type /Font /Subtype /CIDFontType0 /BaseFont /Ryumin-Light ${system} /FontDescriptor 7 0 R`,
      },
      { entries: '/Type /FontDescriptor /FontName /Ryumin-Light /Flags 4 /Ascent 800 /Descent -200' },
    ]);
    expect(await read(bytes)).toEqual({ text: '日本' });
  });

  it('H3: are none when a file has only pictures', async () => {
    expect(await read(documentOf(['0 0 10 10 re f']))).toEqual({ text: '' });
  });

  it('H3: are those of the pages that can be read', async () => {
    const bytes = documentOf([showing('first'), showing('second'), showing('third')]);
    const second = bytes.indexOf('6 0 obj');
    bytes.write('/Type /Nope', bytes.indexOf('/Type /Page', second));
    bytes.write('/Contents (no)', bytes.indexOf('/Contents 7 0 ', second));
    const reading = await read(bytes);
    expect(reading).toHaveProperty('text', expect.stringMatching(/^first\s+third$/));
  });

  it('H3: are read from a file whose table of contents is elsewhere', async () => {
    const moved = two.toString('latin1').replace(/startxref\n\d+/, 'startxref\n7');
    expect(await read(Buffer.from(moved, 'latin1'))).toEqual({ text: twoText });
  });
});

describe('PDFs that cannot be read', { timeout: 2 * patience }, () => {
  it.each<[string, Uint8Array, string]>([
    ['locked', locked, 'encrypted'],
    ['cut off', two.subarray(0, 120), 'damaged'],
    ['nothing but the mark', Buffer.from('%PDF-1.7\n'), 'damaged'],
    ['without pages', pdfOf([catalog]), 'damaged'],
    [
      'a tree of pages that contains itself',
      pdfOf([catalog, { entries: '/Type /Pages /Count 2000000000 /Kids [2 0 R 2 0 R]' }]),
      'damaged',
    ],
  ])('H3: %s', async (_name, bytes, failure) => {
    expect(await read(bytes)).toEqual({ failure });
    expect(await read(two)).toEqual({ text: twoText });
  });

  it('H3: one that takes for ever is given up, and the next one is read', async () => {
    const hasty = readerWith({ timeMs: 2000 });
    expect(await read(bomb, hasty)).toEqual({ failure: 'slow' });
    expect(hasty.pid).toBeUndefined();
    expect(await read(two)).toEqual({ text: twoText });
  });

  it('H3: one that unpacks to more than there is memory for is given up', async () => {
    expect(bomb.length).toBeLessThan(1_000_000);
    const narrow = readerWith({ memory: tooLittle });
    expect(await read(two, narrow)).toEqual({ text: twoText });
    expect(await read(bomb, narrow)).toEqual({ failure: 'large' });
  });

  it('H3: memory that runs out in the process leaves this one alone', async () => {
    const small = readerWith({ heapMb: 8 });
    expect(await read(two, small)).toEqual({ failure: 'large' });
    expect(small.pid).toBeUndefined();
  });

  it.each([
    ['SIGKILL', 'ended'],
    // As when memory runs out in a single step.
    ['SIGABRT', 'large'],
  ])('H3: when the process ends by %s the next file starts another', async (signal, failure) => {
    await read(two);
    const before = processOf(reader);
    const reading = read(bomb);
    const next = read(two);
    setTimeout(() => process.kill(before, signal), 100);
    expect(await reading).toEqual({ failure });
    expect(await next).toEqual({ text: twoText });
    expect(reader.pid).not.toBe(before);
  });

  it('H3: a process that ends while it has nothing to do harms no file', async () => {
    await read(two);
    process.kill(processOf(reader), 'SIGKILL');
    await expect.poll(() => reader.pid, { timeout: patience }).toBeUndefined();
    expect(await read(two)).toEqual({ text: twoText });
  });
});

describe('limits', { timeout: 2 * patience }, () => {
  it('H3: no more pages are read than are allowed', async () => {
    const bytes = documentOf(['one', 'two', 'three'].map((word) => showing(word)));
    expect(await read(bytes, readerWith({ pages: 2 }))).toEqual({ text: 'one\ntwo' });
  });

  it('H3: no more text is kept than is allowed, and no more is read', async () => {
    const page = `BT /F1 9 Tf ${'1 0 0 1 72 720 Tm (word) Tj 1 0 0 1 72 700 Tm (more) Tj '.repeat(5000)} ET`;
    const reading = await read(documentOf([page, endless]), readerWith({ text: 1001, memory: tooLittle }));
    expect(reading).toHaveProperty('text', expect.stringMatching(/^(word\s+more\s*){100,}w?$/));
    expect('text' in reading && reading.text.length).toBeLessThanOrEqual(1001);
  });

  it('H3: what was read until it was enough counts', async () => {
    expect(await read(two, readerWith({ enoughMs: -1 }))).toEqual({ text: '' });
  });

  it('H3: many at once are read one after the other by one process, each with its own words', async () => {
    const words = Array.from({ length: 12 }, (_, index) => `word${index}`);
    let taken = 0;
    let open = (): void => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const pids = new Set<number | undefined>();
    const all = words.map(async (word) => {
      const answer = await reader.read(async () => {
        taken += 1;
        await gate;
        return documentOf([showing(word)]);
      });
      pids.add(reader.pid);
      return answer;
    });
    await new Promise((resolve) => setImmediate(resolve));
    // Queued reads hold no bytes.
    expect(taken).toBe(1);
    open();
    expect(await Promise.all(all)).toEqual(words.map((text) => ({ text })));
    expect([...pids]).toEqual([expect.any(Number)]);
  });

  it('H3: those beyond the line are refused, and bytes that cannot be had hold nobody up', async () => {
    const short = readerWith({ waiting: 2 });
    const gone = short.read(() => Promise.reject(new Error('gone')));
    const second = read(two, short);
    await expect(read(two, short)).rejects.toThrow('Too many PDFs');
    await expect(gone).rejects.toThrow('gone');
    expect(await second).toEqual({ text: twoText });
    expect(await read(two, short)).toEqual({ text: twoText });
  });

  it('H3: the process ends when nothing is left to read', async () => {
    const brief = readerWith({ idleMs: 0 });
    await read(two, brief);
    await expect.poll(() => brief.pid, { timeout: patience }).toBeUndefined();
    expect(await read(two, brief)).toEqual({ text: twoText });
  });
});

describe('the text of an artifact', { timeout: 2 * patience }, () => {
  const artifact = (bytes: Uint8Array, size = bytes.length) => ({
    content: { hash: createHash('sha256').update(bytes).digest('hex'), size },
  });
  const store = (bytes: Uint8Array) => ({
    read: async (_hash: string, start: number, length: number) =>
      Buffer.from(bytes.subarray(start, start + length)),
  });
  const untouched = { read: () => Promise.reject(new Error('It was read.')) };

  it('H3: is its words', async () => {
    expect(await pdfText(artifact(two), store(two), reader)).toEqual({
      structuredContent: { text: twoText },
      content: [{ type: 'text', text: twoText }],
    });
  });

  it('H3: is empty when it has no content', async () => {
    const nothing = { structuredContent: { text: '' }, content: [{ type: 'text', text: '' }] };
    expect(await pdfText({ content: undefined }, untouched, untouched)).toEqual(nothing);
    expect(await pdfText(artifact(Buffer.alloc(0)), untouched, untouched)).toEqual(nothing);
  });

  it.each<[string, Uint8Array, number, string]>([
    ['no PDF', Buffer.from('<html>'), 6, "This isn't a PDF. Set its actual type, or upload a PDF."],
    [
      'too large',
      two,
      pdfLimits.bytes + 1,
      'This PDF has 65 MB, but text is only read from up to 64 MB. Split it.',
    ],
  ])('H3: of what is %s is refused without reading it', async (_name, bytes, size, text) => {
    expect(await pdfText(artifact(bytes, size), store(bytes), untouched)).toEqual({
      isError: true,
      content: [{ type: 'text', text }],
    });
  });

  it.each(['encrypted', 'damaged', 'slow', 'large', 'ended'] as const)(
    'H3: says what to do about a file that is %s',
    async (failure) => {
      const result = await pdfText(artifact(two), store(two), { read: async () => ({ failure }) });
      expect(result).toEqual({
        isError: true,
        content: [{ type: 'text', text: expect.stringMatching(/PDF.+\. [A-Z].+\.$/) as unknown }],
      });
    },
  );
});
