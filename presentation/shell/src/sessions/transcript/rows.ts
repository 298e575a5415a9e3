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
    }
  | { readonly kind: 'end'; readonly key: string; readonly turn: Turn; readonly isLast: boolean }
  | { readonly kind: 'working'; readonly key: string; readonly turn: ActiveTurn };

const finished = new WeakMap<Turn, readonly Row[]>();

/** Of a turn that is over, always the same rows, so that they are not drawn again. */
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

export function rowsOf({ turns, activeTurn }: Pick<ChatState, 'turns' | 'activeTurn'>): readonly Row[] {
  const rows = turns.flatMap(rowsOfTurn);
  if (activeTurn) {
    rows.push({ kind: 'message', key: activeTurn.id, turn: activeTurn });
    rows.push(...partsOf(activeTurn, true));
    rows.push({ kind: 'working', key: `${activeTurn.id}/end`, turn: activeTurn });
    return rows;
  }
  const last = rows.at(-1);
  if (last?.kind === 'end') rows[rows.length - 1] = { ...last, isLast: true };
  return rows;
}

function partsOf(turn: AnyTurn, isActive: boolean): Row[] {
  const { responseParts: parts } = turn;
  return parts.flatMap((part, index): Row[] => {
    if (isBlank(part)) return [];
    // Parts are only ever added at the end, so a place is a name; what the parts call themselves need not be unique.
    const key = `${turn.id}/${index}`;
    return [{ kind: 'part', key, turnId: turn.id, part, isLive: isActive && index === parts.length - 1 }];
  });
}

function isBlank(part: ResponsePart): boolean {
  return (part.kind === 'markdown' || part.kind === 'reasoning') && part.content.trim() === '';
}

export function turnOf(row: Row): string {
  return row.kind === 'part' ? row.turnId : row.turn.id;
}

/** Before it was measured; near enough that nothing jumps far. */
export function estimatedHeight(row: Row | undefined): number {
  if (row === undefined) return 0;
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
