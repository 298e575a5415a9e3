/** One line of the tree. */
export interface TreeRow {
  /** JSON pointer; of a part of a long list, with the part behind a `#`, which no pointer has at that place. */
  readonly id: string;
  readonly pointer: string;
  readonly depth: number;
  /** Undefined for the whole. */
  readonly key: string | number | undefined;
  readonly kind: 'object' | 'array' | 'part' | 'string' | 'number' | 'boolean' | 'null';
  /** How many there are inside. */
  readonly count: number;
  readonly isOpen: boolean;
  /** The text of a leaf. */
  readonly text: string;
}

/** Lists are shown in parts of this many, so that opening one never costs more. */
const partSize = 1000;
/** More lines than anybody reads. */
const mostRows = 200_000;
const mostText = 2000;

export type Json = unknown;

interface Pending {
  readonly id: string;
  readonly pointer: string;
  readonly depth: number;
  readonly key: string | number | undefined;
  readonly value: Json;
  /** Only these children of it. */
  readonly part?: readonly [from: number, to: number];
}

/** The lines that are seen. Nothing here calls itself: a document can be nested a million times. */
export function rowsOf(root: Json, isOpen: (id: string, depth: number) => boolean): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  const waiting: Pending[] = [{ id: '', pointer: '', depth: 0, key: undefined, value: root }];
  while (waiting.length > 0 && rows.length < mostRows) {
    const next = waiting.pop() as Pending;
    const row = rowOf(next, isOpen);
    rows.push(row);
    if (row.isOpen) waiting.push(...childrenOf(next).toReversed());
  }
  return rows;
}

function rowOf(
  { id, pointer, depth, key, value, part }: Pending,
  isOpen: (id: string, depth: number) => boolean,
): TreeRow {
  const common = { id, pointer, depth, key };
  if (part) {
    return { ...common, kind: 'part', count: part[1] - part[0], isOpen: isOpen(id, depth), text: '' };
  }
  if (typeof value === 'object' && value !== null) {
    const count = sizeOf(value);
    const kind = Array.isArray(value) ? 'array' : 'object';
    return { ...common, kind, count, isOpen: count > 0 && isOpen(id, depth), text: '' };
  }
  const kind = value === null ? 'null' : (typeof value as 'string' | 'number' | 'boolean');
  return { ...common, kind, count: 0, isOpen: false, text: textOf(value) };
}

function sizeOf(value: object): number {
  return Array.isArray(value) ? value.length : keysOf(value).length;
}

const knownKeys = new WeakMap<object, readonly string[]>();

/** Listed once: each part of a long object asks for them again. */
function keysOf(value: object): readonly string[] {
  const known = knownKeys.get(value);
  if (known) return known;
  const keys = Object.keys(value);
  knownKeys.set(value, keys);
  return keys;
}

function textOf(value: Json): string {
  if (typeof value !== 'string') return String(value);
  return JSON.stringify(value.length > mostText ? `${value.slice(0, mostText)}…` : value);
}

function childrenOf({ id, pointer, depth, value, part }: Pending): Pending[] {
  const inside = value as object;
  const keys: readonly (string | number)[] | undefined = Array.isArray(inside) ? undefined : keysOf(inside);
  const size = keys?.length ?? (inside as readonly Json[]).length;
  const [from, to] = part ?? [0, size];
  if (!part && size > partSize) {
    const parts = Array.from({ length: Math.ceil(size / partSize) }, (_, index) => index * partSize);
    return parts.map((start) => {
      const end = Math.min(size, start + partSize);
      return { id: `${id}#${start}`, pointer, depth: depth + 1, key: start, value, part: [start, end] };
    });
  }
  return Array.from({ length: to - from }, (_, index) => {
    const key = keys ? (keys[from + index] as string) : from + index;
    const at = `${pointer}/${escapeKey(key)}`;
    return {
      id: at,
      pointer: at,
      depth: depth + 1,
      key,
      value: (inside as Record<string | number, Json>)[key],
    };
  });
}

function escapeKey(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}

interface Step {
  readonly parent: Step | undefined;
  readonly key: string | number;
  /** Its place among its siblings. */
  readonly index: number;
  readonly siblings: number;
}

export interface Match {
  readonly pointer: string;
  /** The nodes that must be open for it to be visible. */
  readonly within: readonly string[];
}

/** The occurrences of a word in keys or values, in document order, up to a limit. */
export function search(root: Json, query: string, most = 1000): readonly Match[] {
  const wanted = query.trim().toLowerCase();
  if (wanted === '') return [];
  const found: Match[] = [];
  const waiting: { readonly value: Json; readonly step: Step | undefined }[] = [
    { value: root, step: undefined },
  ];
  while (waiting.length > 0 && found.length < most) {
    const { value, step } = waiting.pop() as (typeof waiting)[number];
    const isInside = typeof value === 'object' && value !== null;
    const isHit =
      (typeof step?.key === 'string' && step.key.toLowerCase().includes(wanted)) ||
      (!isInside &&
        String(value as string | number | boolean | null)
          .toLowerCase()
          .includes(wanted));
    if (isHit) found.push(matchAt(step));
    if (!isInside) continue;
    const keys = Array.isArray(value) ? [...value.keys()] : Object.keys(value);
    for (let index = keys.length - 1; index >= 0; index -= 1) {
      const key = keys[index] as string | number;
      waiting.push({
        value: (value as Record<string | number, Json>)[key],
        step: { parent: step, key, index, siblings: keys.length },
      });
    }
  }
  return found;
}

function matchAt(step: Step | undefined): Match {
  const steps: Step[] = [];
  for (let at = step; at; at = at.parent) steps.push(at);
  let pointer = '';
  const within: string[] = [];
  for (const { key, index, siblings } of steps.toReversed()) {
    within.push(pointer);
    if (siblings > partSize) within.push(`${pointer}#${Math.floor(index / partSize) * partSize}`);
    pointer += `/${escapeKey(key)}`;
  }
  return { pointer, within };
}
