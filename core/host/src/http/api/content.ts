import type { Readable } from 'node:stream';
import type { Principal } from '@loggia/access';
import {
  artifactCaller,
  type Artifacts,
  type ByteRange,
  type ContentStore,
  type OpenedContent,
} from '@loggia/artifacts';
import { ProtocolError, rootUri, type NamedFile } from '@loggia/protocol';
import type { Context } from 'hono';
import type { LinkedContent } from '../../commands/link-content.ts';
import type { Commands } from '../../commands/table.ts';
import type { Environment } from '../environment.ts';
import { boundedBytes } from '../request-body.ts';
import { HttpRefusal, type Report } from './answer.ts';
import { askedRange, isKnown } from './byte-range.ts';
import { contentDisposition } from './file-name.ts';
import { pictureType, servedType } from './served-type.ts';

export interface ContentPorts {
  readonly commands: Commands;
  readonly artifacts: Pick<Artifacts, 'upload' | 'replaceContent' | 'content' | 'summaries'>;
  /** The bytes of thumbnails and of attached files. */
  readonly bytes: Pick<ContentStore, 'read' | 'open' | 'size'>;
  readonly maxUploadBytes: number;
  readonly report: Report;
}

type Request = Context<Environment>;

const largestThumbnail = 1024 * 1024;

/** Content is never a page of ours: it gets no scripts, no frames and no origin. */
const inert = {
  'Cache-Control': 'private, no-cache',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
};

/** The client's name in the audit, as for every other command over HTTP. */
const clientId = 'http';

/** Streams content in and out. Access is that of the command that does the same. */
export class ContentEndpoint {
  readonly #ports: ContentPorts;

  constructor(ports: ContentPorts) {
    this.#ports = ports;
  }

  /** The caller has checked the principal's access. */
  async upload(context: Request): Promise<Response> {
    const { signal } = context.req.raw;
    const content = await this.#ports.artifacts.upload(this.#incoming(context), { signal });
    return Response.json({ content }, { status: 201 });
  }

  async replace(context: Request, principal: Principal): Promise<Response> {
    const { commands, artifacts } = this.#ports;
    const ifRevision = numberIn(context, 'ifRevision');
    const params = { artifact: idIn(context), ...(ifRevision !== undefined && { ifRevision }) };
    const { signal } = context.req.raw;
    return commands.perform(
      'x-loggia/updateArtifact',
      { channel: rootUri, ...params },
      { principal, clientId },
      async () => {
        const caller = artifactCaller(principal);
        const incoming = this.#incoming(context);
        return Response.json(await artifacts.replaceContent(params, incoming, caller, { signal }));
      },
    );
  }

  async download(context: Request, principal: Principal): Promise<Response> {
    const version = numberIn(context, 'version');
    const params = { artifact: idIn(context), ...(version !== undefined && { version }) };
    return this.#ports.commands.perform(
      'x-loggia/readContent',
      { channel: rootUri, ...params },
      { principal, clientId },
      () => this.send(context, { artifact: params.artifact, version }, 'token'),
    );
  }

  /** The caller has checked the access. */
  async send(context: Request, linked: LinkedContent, endpoint: 'token' | 'linked'): Promise<Response> {
    const { type, fileName, hash, size, open } =
      'file' in linked
        ? await this.#attached(linked.file)
        : await this.#ports.artifacts.content(linked.artifact, linked.version);
    const disposition = context.req.query('download') === undefined ? 'inline' : 'attachment';
    const headers = {
      ...inert,
      'Accept-Ranges': 'bytes',
      'Content-Disposition': contentDisposition(disposition, fileName),
      'Content-Type': servedType(type, disposition, endpoint),
      ETag: `"${hash}"`,
    };
    return this.#part(context, size, headers, (range) => open(range));
  }

  async #attached({
    name,
    hash,
    contentType = '',
  }: NamedFile): Promise<Omit<OpenedContent, 'artifact' | 'title'>> {
    const { bytes } = this.#ports;
    const size = await bytes.size(hash);
    if (size === undefined)
      throw new ProtocolError(
        'NotFound',
        'This file is not on the host any more. Ask for it to be sent again.',
      );
    return { type: contentType, fileName: name, hash, size, open: (range) => bytes.open(hash, range) };
  }

  async thumbnail(context: Request, principal: Principal): Promise<Response> {
    const { commands, artifacts, bytes } = this.#ports;
    const artifact = idIn(context);
    const [summary] = await commands.perform(
      'x-loggia/getArtifact',
      { channel: rootUri, artifact },
      { principal, clientId },
      () => artifacts.summaries([artifact]),
    );
    const hash = summary?.thumbnail;
    if (hash === undefined) {
      throw new ProtocolError('NotFound', 'This artifact has no picture. Show the icon of its type.');
    }
    const headers = { ...inert, ETag: `"${hash}"` };
    if (isKnown(context.req.header('if-none-match'), headers.ETag)) {
      return new Response(null, { status: 304, headers });
    }
    const picture = await bytes.read(hash, 0, largestThumbnail);
    return new Response(new Uint8Array(picture), {
      headers: { ...headers, 'Content-Type': pictureType(picture), 'Content-Disposition': 'inline' },
    });
  }

  async #part(
    context: Request,
    size: number,
    headers: Readonly<Record<string, string>> & { readonly ETag: string },
    open: (range?: ByteRange) => Promise<Readable>,
  ): Promise<Response> {
    const { req } = context;
    if (isKnown(req.header('if-none-match'), headers.ETag))
      return new Response(null, { status: 304, headers });
    const ifRange = req.header('if-range');
    const isCurrent = ifRange === undefined || ifRange === headers.ETag;
    const asked = askedRange(isCurrent ? req.header('range') : undefined, size);
    if (asked.kind === 'unsatisfiable') {
      throw new HttpRefusal(
        416,
        'InvalidParams',
        `Ask for a range within the ${size} bytes of the content.`,
        {
          'Content-Range': `bytes */${size}`,
        },
      );
    }
    const { start, end } = asked.kind === 'part' ? asked : { start: 0, end: size };
    const about = {
      ...headers,
      'Content-Length': String(end - start),
      ...(asked.kind === 'part' && { 'Content-Range': `bytes ${start}-${end - 1}/${size}` }),
    };
    const status = asked.kind === 'part' ? 206 : 200;
    if (req.method === 'HEAD') return new Response(null, { status, headers: about });
    const stream = await open({ start, end });
    return new Response(outgoing(stream, context, this.#ports.report), { status, headers: about });
  }

  /** The request body, up to the limit. */
  #incoming(context: Request): AsyncIterable<Uint8Array> {
    const { maxUploadBytes } = this.#ports;
    const { req } = context;
    // A partial body taken for the whole would destroy the existing content.
    if (req.header('content-range') !== undefined) {
      throw new HttpRefusal(
        400,
        'InvalidRequest',
        'Content is replaced as a whole. Leave out Content-Range.',
      );
    }
    if ((req.header('content-encoding') ?? 'identity') !== 'identity') {
      throw new HttpRefusal(415, 'InvalidRequest', 'Send the bytes as they are, without Content-Encoding.');
    }
    return boundedBytes(context, maxUploadBytes);
  }
}

/** One chunk at a time, at the client's pace. */
function outgoing(stream: Readable, { env }: Request, report: Report): ReadableStream<Uint8Array> {
  const pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  let isWanted = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await pieces.next();
          if (done === true) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          if (!isWanted) return;
          report('The content of an artifact could not be read to its end', error);
          // The length has been sent: only a broken connection can signal that there is less.
          env?.incoming?.socket.destroy();
          controller.close();
        }
      },
      cancel() {
        isWanted = false;
        stream.destroy();
      },
    },
    { highWaterMark: 0 },
  );
}

function idIn({ req }: Request): string {
  return req.param('id') ?? '';
}

function numberIn({ req }: Request, name: string): number | undefined {
  const text = req.query(name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new ProtocolError('InvalidParams', `"${name}" in the address must be a whole number.`);
}
