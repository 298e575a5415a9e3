import type { Message } from '@loggia/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { DraftKeeper } from './draft-keeper.ts';

const message = (text: string): Message => ({ text, origin: { kind: 'user' } });

let waiting: (() => void) | undefined;
let sent: (string | undefined)[];
const environment = {
  after: (_ms: number, run: () => void) => {
    waiting = run;
    return () => {
      if (waiting === run) waiting = undefined;
    };
  },
};
const rest = (): void => {
  const run = waiting;
  waiting = undefined;
  run?.();
};
const keeper = (initial?: Message) =>
  new DraftKeeper(environment, (draft) => sent.push(draft?.text), initial);

beforeEach(() => {
  waiting = undefined;
  sent = [];
});

describe('a draft', () => {
  it('J3: shows at once and is sent once, when the typing rests', () => {
    const draft = keeper();
    draft.edit({ text: 'H' });
    draft.edit({ text: 'Hi' });
    expect(draft.getSnapshot().text).toBe('Hi');
    expect(sent).toEqual([]);
    rest();
    rest();
    expect(sent).toEqual(['Hi']);
  });

  it('J3: shows what was typed in another window while nobody types here', () => {
    const draft = keeper(message('old'));
    draft.follow(message('from elsewhere'));
    expect(draft.getSnapshot().text).toBe('from elsewhere');
    expect(sent).toEqual([]);
  });

  it('J3: what is typed here is not overwritten', () => {
    const draft = keeper();
    draft.edit({ text: 'mine' });
    draft.follow(message('theirs'));
    expect(draft.getSnapshot().text).toBe('mine');
    rest();
    expect(sent).toEqual(['mine']);
  });

  it('J3: the echo of what was sent changes nothing, even when more was typed since', () => {
    const draft = keeper();
    draft.edit({ text: 'a' });
    rest();
    draft.edit({ text: 'ab' });
    draft.follow(message('a'));
    expect(draft.getSnapshot().text).toBe('ab');
  });

  it('J3: a message that was taken is no draft any more, and the choice of a model holds', () => {
    const draft = keeper();
    draft.edit({ text: 'go', model: { id: 'm' } });
    rest();
    expect(draft.take().text).toBe('go');
    expect(draft.getSnapshot()).toEqual({
      text: '',
      attachments: [],
      model: { id: 'm' },
      agent: undefined,
    });
    expect(sent).toEqual(['go', '']);
    draft.edit({ model: undefined });
    rest();
    expect(sent.at(-1)).toBeUndefined();
    expect(sent).toHaveLength(3);
  });

  it('J3: without a chat it stays here', () => {
    const draft = new DraftKeeper(environment);
    draft.edit({ text: 'first words' });
    rest();
    expect(draft.take().text).toBe('first words');
    expect(draft.getSnapshot().text).toBe('');
  });
});
