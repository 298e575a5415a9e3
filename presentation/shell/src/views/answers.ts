import { viewContextLimits, type Attachment, type MediumOf, type ViewConsent } from '@loggia/protocol';
import { asLabel } from '../ui/foreign-words.ts';
import type { QuotedPart } from '../ui/quoted-parts.tsx';
import { fileNameOf } from './file-name.ts';
import type { JournalEntry } from './journal.ts';
import { checkLink } from './link.ts';
import { blocksOf, givenBy, type Given } from './message-content.ts';
import { shownAttachment } from './shown-attachment.ts';

type Json = Readonly<Record<string, unknown>>;

export interface SavedFile {
  readonly name: string;
  readonly content: BlobPart;
  readonly contentType: string;
}

export interface Question {
  readonly title: string;
  readonly text: string;
  /** The View's own words, set apart from ours. */
  readonly quote: string;
  /** The attachments of those words. */
  readonly parts?: readonly QuotedPart[];
  readonly action: string;
  readonly never?: { readonly label: string; run(): void };
  /** Answers that also cover later questions. */
  readonly always?: readonly { readonly label: string; run(): void }[];
  readonly signal: AbortSignal;
}

type Wish = Pick<Question, 'title' | 'text' | 'quote' | 'parts' | 'action' | 'always'>;

/**
 * The user's consent to a call that can change something: not asked yet, once, for all such calls of the View, or for
 * those of all Views of its server.
 */
export type CallConsent = 'ask' | 'once' | 'view' | 'always';

/** The host wants the user's consent before it makes a call. */
export class ConsentNeeded extends Error {
  /** Whether the answer may cover later calls of that tool, too. */
  readonly remembers: boolean;

  constructor(message: string, remembers: boolean) {
    super(message);
    this.name = 'ConsentNeeded';
    this.remembers = remembers;
  }
}

/** The services that the shell offers to a View. */
export interface ViewServices {
  /** The name for people: "Budget (finance)". */
  readonly name: string;
  consentTo(kind: keyof ViewConsent): Promise<'ask' | 'allow' | 'deny'>;
  confirm(question: Question): Promise<boolean>;
  openLink(href: string): void;
  /** The context that the View wants the model to get with the next message. */
  context(): Promise<readonly Attachment[]>;
  /** Rejects with a sentence without a conversation. */
  say(given: Given): Promise<void>;
  tellModel(content: readonly Json[], structuredContent: unknown): Promise<void>;
  save(file: SavedFile): void;
  /** The media of content types, as the place that the View is shown in knows them. */
  mediumOf(): Promise<MediumOf>;
  /** Asks the View's own server. Rejects with the code and sentence of the host, or with `ConsentNeeded`. */
  forward(method: string, params: Json, signal: AbortSignal, consent?: CallConsent): Promise<unknown>;
  /** Whether the View's server offers it to Views. */
  offers(capability: 'serverTools' | 'serverResources' | 'logging' | 'sampling'): boolean;
  record(entry: JournalEntry): void;
}

/** A refusal with a JSON-RPC error code. */
export class Refusal extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** The user, or a policy, said no. Views that use the SDK expect a result, not an error. */
class Denied extends Error {}

type Answer = (params: Json, signal: AbortSignal) => Promise<unknown>;

const forwarded = {
  'tools/call': 'serverTools',
  'tools/list': 'serverTools',
  'resources/list': 'serverResources',
  'resources/templates/list': 'serverResources',
  'resources/read': 'serverResources',
  'logging/setLevel': 'logging',
  'sampling/createMessage': 'sampling',
  // No capability says whether the server has prompts; the host knows.
  'prompts/list': undefined,
} as const;

const mostFiles = 20;
/** The longest text that the user has to read before it is sent, in characters. */
const longestMessage = 200_000;
/** The longest media content, as base64. */
const longestMedia = 10_000_000;

/** Answers a View's requests after `ui/initialize`. Everything is checked and recorded here. */
export function createAnswers(
  services: ViewServices,
): (method: string, params: unknown, signal: AbortSignal) => Promise<Json> {
  let isAsking = false;
  let wasRefused = false;
  let isMuted = false;

  async function consent(kind: keyof ViewConsent, wish: Wish, signal: AbortSignal): Promise<void> {
    const choice = await services.consentTo(kind);
    if (choice === 'allow') return;
    if (choice === 'deny') throw new Denied('Your settings do not allow it.');
    if (isAsking) throw new Denied('Another question of this View is still open.');
    await question(wish, signal);
  }

  async function question(wish: Wish, signal: AbortSignal): Promise<void> {
    if (isMuted) throw new Denied("The user doesn't want more questions from this View.");
    // A View that asks again after a refusal might never stop, and a question blocks everything else.
    const never = { label: 'No more questions', run: () => (isMuted = true) };
    isAsking = true;
    try {
      const yes = await services.confirm({ ...wish, signal, ...(wasRefused && { never }) });
      wasRefused = !yes;
      if (!yes) throw new Denied('The user did not allow it.');
    } finally {
      isAsking = false;
    }
  }

  /** One at a time: consent to the first may cover the next. */
  let calls: Promise<unknown> = Promise.resolve();

  async function forward(method: string, params: Json, signal: AbortSignal): Promise<unknown> {
    try {
      return await services.forward(method, params, signal, 'ask');
    } catch (error) {
      if (!(error instanceof ConsentNeeded)) throw error;
      const asked = calls.then(() => allowed(method, params, signal));
      calls = asked.catch(() => undefined);
      const consented = await asked;
      return 'result' in consented
        ? consented.result
        : services.forward(method, params, signal, consented.consent);
    }
  }

  async function allowed(
    method: string,
    params: Json,
    signal: AbortSignal,
  ): Promise<{ readonly result: unknown } | { readonly consent: CallConsent }> {
    try {
      return { result: await services.forward(method, params, signal, 'ask') };
    } catch (error) {
      if (!(error instanceof ConsentNeeded)) throw error;
      return { consent: await consentToCall(params, error.remembers, signal) };
    }
  }

  async function consentToCall(params: Json, remembers: boolean, signal: AbortSignal): Promise<CallConsent> {
    let given: CallConsent = 'once';
    const { name, arguments: input = {} } = params;
    const text = JSON.stringify(input, undefined, 2);
    if (text.length > longestMessage)
      throw new Refusal(-32602, 'These arguments are too long for a user to check. Send less at once.');
    try {
      if (isAsking) throw new Denied('Another question of this View is still open.');
      await question(
        {
          title: 'Let this View run a tool?',
          text: `${services.name} wants to run “${asLabel(String(name))}” on its server. It might change something. These are its arguments:`,
          quote: text,
          action: 'Allow once',
          ...(remembers && {
            always: [
              { label: 'Always allow', run: () => (given = 'always') },
              { label: 'Allow for this View', run: () => (given = 'view') },
            ],
          }),
        },
        signal,
      );
    } catch (error) {
      throw error instanceof Denied ? new Refusal(-32000, error.message) : error;
    }
    return given;
  }

  async function openLink({ url }: Json, signal: AbortSignal): Promise<Json> {
    const link = checkLink(url);
    if ('refused' in link) throw new Denied(link.refused);
    await consent(
      'openLink',
      {
        title: 'Open this page?',
        text: `${services.name} wants to open this address:`,
        quote: link.href,
        action: 'Open',
      },
      signal,
    );
    services.openLink(link.href);
    return {};
  }

  async function say({ role, content }: Json, signal: AbortSignal): Promise<Json> {
    const blocks = blocksOf(content);
    if (role !== 'user' || !blocks)
      throw new Refusal(-32602, 'A message has the role "user" and one or more blocks of content.');
    const said = givenBy(blocks);
    if (said.text.trim() === '' && said.attachments.length === 0) throw new Denied('The message is empty.');
    // Reads the context now, so that the user is shown exactly what is sent.
    const given = { ...said, attachments: [...said.attachments, ...(await services.context())] };
    refuseTooMuch(given, await services.mediumOf());
    const parts = given.attachments.map(shownAttachment);
    await consent(
      'message',
      {
        title: 'Send this View’s message?',
        text: `${services.name} wants to send this to the agent${attachedWords(parts.length)}. It will be shown as the View’s message, not as yours.`,
        quote: given.text,
        ...(parts.length > 0 && { parts }),
        action: 'Send',
      },
      signal,
    );
    try {
      await services.say(given);
    } catch (error) {
      throw new Denied(sentenceOf(error));
    }
    return {};
  }

  async function tellModel({ content, structuredContent }: Json): Promise<Json> {
    const blocks = content === undefined ? [] : blocksOf(content);
    if (!blocks) throw new Refusal(-32602, 'The content has to be a list of blocks.');
    if (JSON.stringify([blocks, structuredContent]).length > viewContextLimits.characters)
      throw new Refusal(-32602, 'The context is too long for a model. Send a summary.');
    await services.tellModel(blocks, structuredContent);
    return {};
  }

  async function download({ contents }: Json, signal: AbortSignal): Promise<Json> {
    if (!Array.isArray(contents) || contents.length === 0 || contents.length > mostFiles)
      throw new Refusal(-32602, `Save between one and ${mostFiles} files at a time.`);
    const items = contents.map((item: unknown) => wantedFile(item));
    await consent(
      'download',
      {
        title: items.length === 1 ? 'Save this file?' : `Save ${items.length} files?`,
        text: `${services.name} wants to save on this computer:`,
        quote: items.map(({ name }) => name).join('\n'),
        action: 'Save',
      },
      signal,
    );
    for (const { name, uri, content, contentType } of items) {
      const file = content === undefined ? await linked(uri, signal) : { content, contentType };
      services.save({ name, ...file });
    }
    return {};
  }

  /** Links are read from the View's own server; a View can't name any others. */
  async function linked(
    uri: string,
    signal: AbortSignal,
  ): Promise<Pick<SavedFile, 'content' | 'contentType'>> {
    try {
      const { contents } = (await services.forward('resources/read', { uri }, signal)) as {
        readonly contents?: unknown;
      };
      const { content, contentType } = wantedFile({
        type: 'resource',
        resource: Array.isArray(contents) ? (contents[0] as unknown) : undefined,
      });
      if (content !== undefined) return { content, contentType };
    } catch (error) {
      throw new Denied(`The file could not be read: ${sentenceOf(error)}`);
    }
    throw new Denied('The file has no content.');
  }

  const own: Readonly<Record<string, { readonly answer: Answer; target?(params: Json): unknown }>> = {
    'ui/open-link': { answer: openLink, target: ({ url }) => url },
    'ui/message': { answer: say },
    'ui/update-model-context': { answer: tellModel },
    'ui/download-file': { answer: download, target: ({ contents }) => firstUri(contents) },
  };

  return async (method, given, signal) => {
    const params = isObject(given) ? given : {};
    if (Object.hasOwn(forwarded, method)) {
      const capability = forwarded[method as keyof typeof forwarded];
      if (capability === undefined || services.offers(capability))
        return (await (method === 'tools/call' ? forward : services.forward)(method, params, signal)) as Json;
    }
    const { answer, target } = Object.hasOwn(own, method) ? (own[method] ?? {}) : {};
    const about = { method, ...targetOf(target?.(params)), bytes: sizeOf(given) };
    if (!answer) {
      const reason = `${method.slice(0, 100)} is not offered to this View.`;
      services.record({ ...about, decision: 'refused', reason });
      throw new Refusal(-32601, reason);
    }
    try {
      const result = (await answer(params, signal)) as Json;
      services.record({ ...about, decision: 'allowed' });
      return result;
    } catch (error) {
      const decision = error instanceof Denied || error instanceof Refusal ? 'refused' : 'failed';
      services.record({ ...about, decision, reason: sentenceOf(error) });
      if (error instanceof Denied) return { isError: true, _meta: { reason: error.message } };
      throw error;
    }
  };
}

/** Without `content`, the file has to be read first. */
function wantedFile(item: unknown): {
  readonly name: string;
  readonly uri: string;
  readonly content: BlobPart | undefined;
  readonly contentType: string;
} {
  const { type, uri, name: named, resource } = (isObject(item) ? item : {}) as Json;
  if (type === 'resource_link' && typeof uri === 'string') {
    const name = fileNameOf(typeof named === 'string' && named !== '' ? named : uri);
    return { name, uri, content: undefined, contentType: '' };
  }
  if (type !== 'resource' || !isObject(resource))
    throw new Refusal(-32602, 'A file is an embedded resource, or a link to a resource.');
  const { uri: source, text, blob, mimeType } = resource;
  const contentType = typeof mimeType === 'string' ? mimeType : '';
  const about = { name: fileNameOf(source), uri: typeof source === 'string' ? source : '', contentType };
  if (typeof text === 'string') return { ...about, content: text };
  if (typeof blob !== 'string') throw new Refusal(-32602, 'A file needs a text or a blob.');
  return { ...about, content: bytesOf(blob) };
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
  } catch {
    throw new Refusal(-32602, 'The blob of a file has to be base64.');
  }
}

function firstUri(contents: unknown): unknown {
  const first: unknown = Array.isArray(contents) ? contents[0] : undefined;
  if (!isObject(first)) return undefined;
  return isObject(first['resource']) ? first['resource']['uri'] : first['uri'];
}

function targetOf(target: unknown): { readonly target?: string } {
  return typeof target === 'string' ? { target: target.slice(0, 1000) } : {};
}

/** All of a message is shown before it is sent, so it must be short enough to look through. */
function refuseTooMuch({ text, attachments }: Given, mediumOf: MediumOf): void {
  let words = text.length;
  let media = 0;
  for (const attachment of attachments) {
    if (attachment.type === 'simple') words += attachment.modelRepresentation?.length ?? 0;
    if (attachment.type !== 'embeddedResource') continue;
    const medium = mediumOf(attachment.contentType);
    if (medium === undefined || medium === 'text') words += attachment.data.length;
    else media += attachment.data.length;
  }
  if (words > longestMessage || media > longestMedia)
    throw new Refusal(-32602, 'This message is too long for a user to check. Send a shorter one.');
}

/** The number of attachments as part of a sentence. */
function attachedWords(count: number): string {
  if (count === 0) return '';
  return count === 1 ? ' with 1 attachment' : ` with ${count} attachments`;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
