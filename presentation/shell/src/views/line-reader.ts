import { plainJson } from './plain-json.ts';
import { Traffic, type Verdict } from './traffic.ts';
import { viewKeys } from './view-keys.ts';

type Json = Readonly<Record<string, unknown>>;

/** Observations of the page between the shell and a View. A View with an origin could forge all of them. */
const pageSigns = ['beat', 'gesture', 'escape', 'left', 'error', ...viewKeys] as const;
export type PageSign = (typeof pageSigns)[number];

/** Messages from the worker to the shell. */
export type LineNews =
  | { readonly kind: 'message'; readonly text: string }
  | {
      readonly kind: 'page';
      readonly sign: PageSign;
      /** Whether the browser confirms a recent gesture in that page or in the View, which no script can forge. */
      readonly isConfirmed: boolean;
      readonly tried?: string;
      /** The words of an error in the View. */
      readonly text?: string;
    }
  | { readonly kind: 'dropped'; readonly count: number; readonly reason: string }
  | { readonly kind: 'flooded'; readonly reason: string };

/** A message event, as far as it is used. `data` may take long to read. */
export interface LineMessage {
  readonly data: unknown;
  /** The state of the sender's page when it sent the message. Not all browsers have it. */
  readonly userActivation?: { readonly isActive: boolean } | null;
}

interface Ports {
  now(): number;
  after(ms: number, run: () => void): void;
  tell(news: LineNews): void;
  /** Sends to the sandbox page, which passes it on to the View. */
  answer(message: Json): void;
  close(): void;
}

const reportEveryMs = 1000;
const longestDetail = 300;
/** The longest message without an answer. Only requests may be longer: with files, arguments, contexts. */
const longestNotice = 256 * 1024;

/**
 * Reads messages from a View's page in a worker, because parsing one message can take seconds, and that can't be told
 * in advance. Messages over the budget are dropped, unread where the count alone exceeds it.
 */
export class LineReader {
  readonly #ports: Ports;
  readonly #traffic: Traffic;
  #dropped = 0;
  #reason = '';
  #isClosed = false;

  constructor(ports: Ports, traffic = new Traffic()) {
    this.#ports = ports;
    this.#traffic = traffic;
  }

  take(message: LineMessage): void {
    if (this.#isClosed) return;
    const { now, tell } = this.#ports;
    const at = now();
    const counted = this.#traffic.arrived(at);
    const refused = (): Verdict => this.#traffic.refused(now(), now() - at);
    if (counted !== 'pass') return this.#drop(counted, tooMany);
    const envelope = message.data;
    if (!isObject(envelope)) return this.#drop(refused(), 'It is not a message.');
    const sign = pageSigns.find((known) => known === envelope['page']);
    if (sign !== undefined) {
      return tell({
        kind: 'page',
        sign,
        isConfirmed: message.userActivation?.isActive === true,
        ...detail('tried', envelope['tried']),
        ...detail('text', envelope['text']),
      });
    }
    const said = envelope['view'];
    const json = plainJson(said);
    if (typeof json === 'string') return this.#refuse(said, refused(), json);
    if (json.text.length > longestNotice && idOf(said) === undefined)
      return this.#refuse(said, refused(), 'It is too long for a notification.');
    const verdict = this.#traffic.weighed({ characters: json.text.length, values: json.values }, now());
    if (verdict !== 'pass') return this.#refuse(said, verdict, 'It has sent too much.');
    tell({ kind: 'message', text: json.text });
  }

  /** A dropped request gets an error, so that the View doesn't wait forever; so does the shell for a dropped answer. */
  #refuse(message: unknown, verdict: Verdict, reason: string): void {
    const id = idOf(message);
    const isRequest = isObject(message) && typeof message['method'] === 'string';
    const error = { code: -32000, message: `${reason} Send less at once.` };
    if (id !== undefined && isRequest) this.#ports.answer({ jsonrpc: '2.0', id, error });
    else if (id !== undefined)
      this.#ports.tell({ kind: 'message', text: JSON.stringify({ jsonrpc: '2.0', id, error }) });
    this.#drop(verdict, reason);
  }

  #drop(verdict: Verdict, reason: string): void {
    this.#dropped += 1;
    this.#reason = reason;
    if (verdict === 'stop') {
      this.#isClosed = true;
      this.#ports.close();
      this.#ports.tell({ kind: 'flooded', reason: 'It sent more messages than the page can handle.' });
      return;
    }
    if (this.#dropped > 1) return;
    this.#ports.after(reportEveryMs, () => {
      this.#ports.tell({ kind: 'dropped', count: this.#dropped, reason: this.#reason });
      this.#dropped = 0;
    });
  }
}

const tooMany = 'Too many messages.';

function detail(name: 'tried' | 'text', value: unknown): { readonly [Name in typeof name]?: string } {
  return typeof value === 'string' && value !== '' ? { [name]: value.slice(0, longestDetail) } : {};
}

function idOf(message: unknown): string | number | undefined {
  const { id } = isObject(message) ? message : {};
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 1000) ? id : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
