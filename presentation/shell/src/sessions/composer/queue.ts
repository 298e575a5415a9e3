import type { PendingMessage } from '@loggia/protocol';

/** The order of the ids after one of them moved up or down a step; the same order at either end. */
export function moved(queue: readonly PendingMessage[], id: string, step: 'up' | 'down'): readonly string[] {
  const order = queue.map((entry) => entry.id);
  const from = order.indexOf(id);
  const to = step === 'up' ? from - 1 : from + 1;
  const other = order[to];
  if (from < 0 || other === undefined) return order;
  order[to] = id;
  order[from] = other;
  return order;
}

/** The first line, as much of it as tells one message from another. */
export function gist(text: string, most = 140): string {
  const line = text.trim().split('\n', 1)[0] ?? '';
  return line.length > most ? `${line.slice(0, most - 1)}…` : line;
}
