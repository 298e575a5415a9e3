import type { ActiveTurn, ChatState, ResponsePart, Turn } from '@loggia/protocol';

export type AnyTurn = Turn | ActiveTurn;

/** A line of the transcript: as small as what is drawn, and redrawn, on its own. */
export type Row =
  | { readonly kind: 'message'; readonly key: string; readonly turn: AnyTurn }
  | {
      readonly kind: 'part';
      readonly key: string;
      readonly turnId: string;
      readonly part: ResponsePart;
      /** More of it may come. */
      readonly isLive: boolean;
      /** The turn did not end with it, so that a failure that it tells of is history. */
      readonly isPast: boolean;
    }
  | { readonly kind: 'end'; readonly key: string; readonly turn: Turn; readonly isLast: boolean }
  | { readonly kind: 'working'; readonly key: string; readonly turn: ActiveTurn };

const finished = new WeakMap<Turn, readonly Row[]>();

/** A finished turn always gives the same rows, so that they are not rendered again. */
function rowsOfTurn(turn: Turn): readonly Row[] {
  const known = finished.get(turn);
  if (known) return known;
  const rows: Row[] = [
    { kind: 'message', key: turn.id, turn },
    ...partsOf(turn, false),
    { kind: 'end', key: `${turn.id}/end`, turn, isLast: false },
  ];
  finished.set(turn, rows);
  return rows;
}

const pasts = new WeakMap<readonly Turn[], Row[]>();

/** All finished rows. While a turn runs, its turns stay the same array, and are not traversed for each word. */
function rowsOfPast(turns: readonly Turn[]): Row[] {
  const known = pasts.get(turns);
  if (known) return known;
  const rows = turns.flatMap(rowsOfTurn);
  pasts.set(turns, rows);
  return rows;
}

function rowsOfActive(turn: ActiveTurn): Row[] {
  return [
    { kind: 'message', key: turn.id, turn },
    ...partsOf(turn, true),
    { kind: 'working', key: `${turn.id}/end`, turn },
  ];
}

export function rowsOf({ turns, activeTurn }: Pick<ChatState, 'turns' | 'activeTurn'>): readonly Row[] {
  const past = rowsOfPast(turns);
  if (activeTurn) return past.concat(rowsOfActive(activeTurn));
  const last = past.at(-1);
  return last?.kind === 'end' ? past.with(past.length - 1, { ...last, isLast: true }) : past;
}

/** The keys of the running turn's rows, as one value: equal for as long as there are the same. */
export function liveKeysOf(activeTurn: ActiveTurn | undefined): string {
  return JSON.stringify(activeTurn ? rowsOfActive(activeTurn).map(({ key }) => key) : []);
}

/** The key of each row by index. A new function makes the list compute all keys again. */
export function keysOf(turns: readonly Turn[], liveKeys: string): (index: number) => string | number {
  const past = rowsOfPast(turns);
  const live = JSON.parse(liveKeys) as readonly string[];
  return (index) => past[index]?.key ?? live[index - past.length] ?? index;
}

function partsOf(turn: AnyTurn, isActive: boolean): Row[] {
  const { responseParts: parts } = turn;
  const hasFailed = 'state' in turn && turn.state === 'error';
  return parts.flatMap((part, index): Row[] => {
    if (isBlank(part)) return [];
    // Parts are only ever added at the end, so a place is a name; what the parts call themselves need not be unique.
    const key = `${turn.id}/${index}`;
    const isLast = index === parts.length - 1;
    const stage = { isLive: isActive && isLast, isPast: !(hasFailed && isLast) };
    return [{ kind: 'part', key, turnId: turn.id, part, ...stage }];
  });
}

function isBlank(part: ResponsePart): boolean {
  return (part.kind === 'markdown' || part.kind === 'reasoning') && part.content.trim() === '';
}

export function turnOf(row: Row): string {
  return row.kind === 'part' ? row.turnId : row.turn.id;
}

const estimates = new WeakMap<Row, number>();

/** Before it was measured; near enough that nothing jumps far. Asked for again whenever rows are added before it. */
export function estimatedHeight(row: Row | undefined): number {
  if (row === undefined) return 0;
  const known = estimates.get(row);
  if (known !== undefined) return known;
  const height = estimate(row);
  estimates.set(row, height);
  return height;
}

function estimate(row: Row): number {
  switch (row.kind) {
    case 'message':
      return 56 + linesOf(row.turn.message.text) * 21;
    case 'part':
      if (row.part.kind === 'markdown') return 16 + linesOf(row.part.content) * 22;
      return row.part.kind === 'toolCall' ? 52 : 44;
    default:
      return 44;
  }
}

function linesOf(text: string): number {
  return Math.min(400, Math.ceil(text.length / 90) + (text.match(/\n/g)?.length ?? 0));
}
