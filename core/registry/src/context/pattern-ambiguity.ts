import type { PatternNode } from './pattern-syntax.ts';

/**
 * An expression takes exponential time if a part of it can match the same text in two ways inside a loop. Its
 * characters become the states of a Glushkov automaton; two walkers that read the same text try to part inside a loop
 * and to meet again.
 */

const mostStates = 120;
/** Repeats up to this count are written out; longer ones count as unbounded. */
const writtenOut = 16;

class TooLarge extends Error {}

interface Piece {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

interface Automaton {
  readonly masks: bigint[];
  readonly next: Map<number, number>[];
  /** A loop over something that can be empty has as many ways as there are rounds. */
  loopsOverNothing: boolean;
}

const nothing: Piece = { first: [], last: [], isNullable: true };

function connect(automaton: Automaton, from: readonly number[], to: readonly number[]): void {
  for (const state of from)
    for (const target of to) {
      const edges = automaton.next[state];
      edges?.set(target, (edges.get(target) ?? 0) + 1);
    }
}

function append(automaton: Automaton, before: Piece, after: Piece): Piece {
  connect(automaton, before.last, after.first);
  return {
    first: before.isNullable ? [...before.first, ...after.first] : before.first,
    last: after.isNullable ? [...before.last, ...after.last] : after.last,
    isNullable: before.isNullable && after.isNullable,
  };
}

function optional(piece: Piece): Piece {
  return { ...piece, isNullable: true };
}

function build(automaton: Automaton, node: PatternNode): Piece {
  switch (node.kind) {
    case 'empty':
      return nothing;
    case 'characters': {
      const state = automaton.masks.length;
      if (state >= mostStates) throw new TooLarge();
      automaton.masks.push(node.mask);
      automaton.next.push(new Map());
      return { first: [state], last: [state], isNullable: false };
    }
    case 'sequence':
      return node.parts.reduce<Piece>(
        (before, part) => append(automaton, before, build(automaton, part)),
        nothing,
      );
    case 'choice': {
      const pieces = node.parts.map((part) => build(automaton, part));
      return {
        first: pieces.flatMap(({ first }) => first),
        last: pieces.flatMap(({ last }) => last),
        isNullable: pieces.some(({ isNullable }) => isNullable),
      };
    }
    default:
      return buildRepeat(automaton, node);
  }
}

function buildRepeat(automaton: Automaton, { body, min, max }: PatternNode & { kind: 'repeat' }): Piece {
  if (max === 0) return nothing;
  if (max > writtenOut) {
    const piece = build(automaton, body);
    if (piece.isNullable && piece.first.length > 0) automaton.loopsOverNothing = true;
    connect(automaton, piece.last, piece.first);
    return min === 0 ? optional(piece) : piece;
  }
  // x{1,3} is x(x(x)?)?, from inside out, so that there is one way for each length.
  let tail: Piece = nothing;
  for (let count = max; count > 0; count -= 1) {
    const piece = build(automaton, body);
    if (piece.isNullable && piece.first.length > 0 && max > 1) automaton.loopsOverNothing = true;
    const both = append(automaton, piece, tail);
    tail = count > min ? optional(both) : both;
  }
  return tail;
}

function reachable(starts: readonly number[], next: (state: number) => Iterable<number>): Set<number> {
  const seen = new Set(starts);
  const queue = [...starts];
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const target of next(state)) {
      if (seen.has(target)) continue;
      seen.add(target);
      queue.push(target);
    }
  }
  return seen;
}

/** Whether two walkers can part and meet again within this loop, a set of states that all reach each other. */
function canPart({ masks, next }: Automaton, loop: ReadonlySet<number>): boolean {
  const size = masks.length;
  const forward = new Map<number, number[]>();
  const backward = new Map<number, number[]>();
  for (const one of loop)
    for (const other of loop) {
      const pair = one * size + other;
      for (const oneNext of next[one]?.keys() ?? [])
        for (const otherNext of next[other]?.keys() ?? []) {
          if (!loop.has(oneNext) || !loop.has(otherNext)) continue;
          if (((masks[oneNext] ?? 0n) & (masks[otherNext] ?? 0n)) === 0n) continue;
          const target = oneNext * size + otherNext;
          forward.set(pair, [...(forward.get(pair) ?? []), target]);
          backward.set(target, [...(backward.get(target) ?? []), pair]);
        }
    }
  const together = [...loop].map((state) => state * size + state);
  const parted = reachable(together, (pair) => forward.get(pair) ?? []);
  const meeting = reachable(together, (pair) => backward.get(pair) ?? []);
  return [...parted].some((pair) => Math.floor(pair / size) !== pair % size && meeting.has(pair));
}

export function isExponential(node: PatternNode): boolean {
  const automaton: Automaton = { masks: [], next: [], loopsOverNothing: false };
  try {
    build(automaton, node);
  } catch (error) {
    if (error instanceof TooLarge) return true;
    throw error;
  }
  if (automaton.loopsOverNothing) return true;
  const { next } = automaton;
  const reach = next.map((_, state) =>
    reachable([...(next[state]?.keys() ?? [])], (at) => next[at]?.keys() ?? []),
  );
  const inLoop = (one: number, other: number) =>
    reach[one]?.has(other) === true && reach[other]?.has(one) === true;
  const done = new Set<number>();
  for (const state of next.keys()) {
    if (done.has(state) || !inLoop(state, state)) continue;
    const loop = new Set([...next.keys()].filter((other) => inLoop(state, other)));
    for (const member of loop) done.add(member);
    for (const member of loop)
      for (const [target, ways] of next[member] ?? []) if (ways > 1 && loop.has(target)) return true;
    if (canPart(automaton, loop)) return true;
  }
  return false;
}
