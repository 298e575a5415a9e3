import { plainJson } from './plain-json.ts';
import { Traffic, type Verdict } from './traffic.ts';

type Json = Readonly<Record<string, unknown>>;

/** Observations of the page between the shell and a View. A View with its own origin could forge all of them. */
const pageSigns = ['beat', 'gesture', 'escape', 'left'] as const;
export type PageSign = (typeof pageSigns)[number];

/** Messages from the worker to the shell. */
export type LineNews =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'page'; readonly sign: PageSign; readonly tried?: string }
  | { readonly kind: 'dropped'; readonly count: number; readonly reason: string }
  | { readonly kind: 'flooded'; readonly reason: string };

interface Ports {
  now(): number;
  after(ms: number, run: () => void): void;
  tell(news: LineNews): void;
  /** To the page between, which passes it on to the View. */
  answer(message: Json): void;
  close(): void;
}

const reportEveryMs = 1000;
const longestTried = 300;
/** Only what somebody answers may be long: files, arguments, contexts. */
const longestNotice = 256 * 1024;

/**
 * Reads what comes from the page of a View, in a worker: to read one message can take seconds, and nobody can tell
 * before. Whatever is above the budget is dropped, unread where the count alone says so.
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

  /** `read` takes as long as the message is heavy. */
  take(read: () => unknown): void {
    if (this.#isClosed) return;
    const { now, tell } = this.#ports;
    const at = now();
    const counted = this.#traffic.arrived(at);
    const refused = (): Verdict => this.#traffic.refused(now(), now() - at);
    if (counted !== 'pass') return this.#drop(counted, tooMany);
    const envelope = read();
    if (!isObject(envelope)) return this.#drop(refused(), 'It is not a message.');
    const sign = pageSigns.find((known) => known === envelope['page']);
    if (sign !== undefined) {
      const tried = envelope['tried'];
      return tell({
        kind: 'page',
        sign,
        ...(typeof tried === 'string' && tried !== '' && { tried: tried.slice(0, longestTried) }),
      });
    }
    const message = envelope['view'];
    const json = plainJson(message);
    if (typeof json === 'string') return this.#refuse(message, refused(), json);
    if (json.text.length > longestNotice && idOf(message) === undefined)
      return this.#refuse(message, refused(), 'It is too long for a notification.');
    const verdict = this.#traffic.weighed({ characters: json.text.length, values: json.values }, now());
    if (verdict !== 'pass') return this.#refuse(message, verdict, 'It has sent too much.');
    tell({ kind: 'message', text: json.text });
  }

  /** A request that is dropped gets an answer, so that nobody waits for one. */
  #refuse(message: unknown, verdict: Verdict, reason: string): void {
    const id = idOf(message);
    if (id !== undefined && isObject(message) && typeof message['method'] === 'string')
      this.#ports.answer({
        jsonrpc: '2.0',
        id,
        error: { code: -32000, message: `${reason} Send less at once.` },
      });
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

function idOf(message: unknown): string | number | undefined {
  const { id } = isObject(message) ? message : {};
  return typeof id === 'number' || (typeof id === 'string' && id.length <= 1000) ? id : undefined;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
