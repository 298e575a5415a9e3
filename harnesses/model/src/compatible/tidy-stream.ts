import { ThinkTags } from './think-tags.ts';
import { errorIn, errorOf, isRecord, tidyChoice, tidyUsage, type Json } from './tidy-chunk.ts';

/**
 * Reads the events of a Chat Completions server as it writes them, and writes them as the format prescribes. Lines that
 * aren't JSON are left out. A stream that ends with `[DONE]` is complete, with or without a finish reason; one that just
 * stops isn't.
 */
export class TidyStream {
  #line = '';
  #data: string[] = [];
  #isErrorEvent = false;
  readonly #tags = new ThinkTags();
  #hasSaid = false;
  #isFinished = false;
  #hasEmptyFinish = false;
  #isRefused = false;
  #isDone = false;

  push(text: string): string {
    const lines = `${this.#line}${text}`.split(/\r\n|\n|\r(?!$)/);
    this.#line = lines.pop() ?? '';
    return lines.map((line) => this.#take(line)).join('');
  }

  end(): string {
    const rest = `${this.#take(this.#line)}${this.#dispatch()}`;
    this.#line = '';
    if (this.#isDone) return rest;
    return `${rest}${this.#held()}${this.#hasEmptyFinish ? this.#finish() : ''}`;
  }

  #take(line: string): string {
    if (line.trim() === '') return this.#dispatch();
    // Some servers write an error without the name of the field before it.
    if (line.startsWith('{')) this.#data.push(line);
    if (/^event:\s*error\s*$/.test(line)) this.#isErrorEvent = true;
    if (!line.startsWith('data:')) return '';
    this.#data.push(line.slice('data:'.length).trim());
    return '';
  }

  #dispatch(): string {
    const lines = this.#data;
    const isError = this.#isErrorEvent;
    this.#data = [];
    this.#isErrorEvent = false;
    if (lines.length === 0) return '';
    const whole = parsed(lines.join('\n'));
    const events = whole === undefined && lines.length > 1 ? lines.map(parsed) : [whole];
    return events.map((event) => (event === undefined ? '' : this.#event(event, isError))).join('');
  }

  #event(event: Json | '[DONE]', isError: boolean): string {
    if (this.#isDone) return '';
    if (event === '[DONE]') {
      const rest = this.#held();
      const finish = !this.#isFinished && this.#hasSaid ? this.#finish() : '';
      this.#isDone = true;
      return `${rest}${finish}data: [DONE]\n\n`;
    }
    const error = isError ? errorOf(event) : errorIn(event);
    if (error) return written({ error });
    const usage = tidyUsage(event['usage']);
    const { id, created, model } = event;
    const choice = this.#choice(event);
    return written({
      ...(typeof id === 'string' && { id }),
      ...(typeof created === 'number' && { created }),
      ...(typeof model === 'string' && { model }),
      choices: choice ? [choice] : [],
      ...(usage && { usage }),
    });
  }

  #choice(event: Json): Json | undefined {
    const choice = tidyChoice(event);
    if (!choice) return undefined;
    const { finish, refusal } = choice;
    if (refusal !== '') this.#isRefused = true;
    this.#hasEmptyFinish ||= choice.isEmptyFinish;
    const delta = this.#withoutTags(choice.delta, refusal, finish);
    this.#hasSaid ||= hasContent(delta);
    if (finish === undefined) return { index: 0, delta };
    this.#isFinished = true;
    return { index: 0, delta, finish_reason: this.#isRefused && finish === 'stop' ? 'refusal' : finish };
  }

  #withoutTags({ content, ...delta }: Json, refusal: string, finish: string | undefined): Json {
    if (Array.isArray(content)) return { ...delta, content };
    const isLast = finish !== undefined || delta['tool_calls'] !== undefined;
    const now = this.#tags.push(`${typeof content === 'string' ? content : ''}${refusal}`);
    const last = isLast ? this.#tags.end() : { reasoning: '', text: '' };
    const thought = `${typeof delta['reasoning_content'] === 'string' ? delta['reasoning_content'] : ''}${now.reasoning}${last.reasoning}`;
    const text = `${now.text}${last.text}`;
    return {
      ...delta,
      ...(text !== '' && { content: text }),
      ...(thought !== '' && { reasoning_content: thought }),
    };
  }

  /** The beginning of what could have become a tag. */
  #held(): string {
    const { reasoning, text } = this.#tags.end();
    if (reasoning === '' && text === '') return '';
    this.#hasSaid = true;
    const delta = {
      ...(text !== '' && { content: text }),
      ...(reasoning !== '' && { reasoning_content: reasoning }),
    };
    return written({ choices: [{ index: 0, delta }] });
  }

  #finish(): string {
    const reason = this.#isRefused ? 'refusal' : 'stop';
    return written({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  }
}

function hasContent({ content, tool_calls: calls }: Json): boolean {
  return (
    (typeof content === 'string' && content !== '') ||
    (Array.isArray(content) && content.length > 0) ||
    (Array.isArray(calls) && calls.length > 0)
  );
}

function parsed(data: string): Json | '[DONE]' | undefined {
  if (data === '[DONE]') return data;
  try {
    const value: unknown = JSON.parse(data);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function written(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}
