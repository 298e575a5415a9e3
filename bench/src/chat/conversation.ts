import { Status, type ChatAction, type ChatState, type Turn } from '@loggia/protocol';

export const chatUri = 'ahp-chat:/bench';

/** The size of one delta in the log and on the wire, give or take a digit of its number. */
export const deltaBytes = 300;

const moment = '2025-01-01T00:00:00.000Z';
const message = (text: string) => ({ text, origin: { kind: 'user' as const } });

export function chatWith(turns: number): ChatState {
  return {
    resource: chatUri,
    title: 'Measured',
    status: Status.idle,
    modifiedAt: moment,
    origin: { kind: 'user' },
    turns: Array.from({ length: turns }, (_, index) => pastTurn(index)),
  };
}

/** A turn up to the point where text streams into its one part. */
export function turnBegun(turn: number): ChatAction[] {
  const turnId = `turn-${turn}`;
  const part = { kind: 'markdown' as const, id: 'part', content: 'Well.' };
  return [
    { type: 'chat/turnStarted', turnId, startedAt: moment, message: message('Tell me more.') },
    { type: 'chat/responsePart', turnId, part },
  ];
}

export function delta(turn: number): ChatAction {
  return { type: 'chat/delta', turnId: `turn-${turn}`, partId: 'part', content: deltaText };
}

export function turnEnded(turn: number): ChatAction {
  return { type: 'chat/turnComplete', turnId: `turn-${turn}`, duration: 1000 };
}

/** The envelope of a delta, as written by the kernel. */
export function deltaEnvelope(turn: number, seq: number): string {
  return envelopeOf(delta(turn), seq);
}

function envelopeOf(action: ChatAction, seq: number): string {
  return `{"channel":"${chatUri}","action":${JSON.stringify(action)},"serverSeq":${seq}}`;
}

function pastTurn(index: number): Turn {
  const content = `Answer ${index}: ${filler(400)}`;
  return {
    id: `past-${index}`,
    startedAt: moment,
    duration: 1000,
    message: message(`Question ${index}`),
    responseParts: [{ kind: 'markdown', id: 'part', content }],
    state: 'complete',
  };
}

export function filler(length: number): string {
  return 'the quick brown fox jumps over the lazy dog '.repeat(Math.ceil(length / 44)).slice(0, length);
}

const bare: ChatAction = { type: 'chat/delta', turnId: 'turn-1000', partId: 'part', content: '' };
const deltaText = filler(deltaBytes - envelopeOf(bare, 100_000).length);
