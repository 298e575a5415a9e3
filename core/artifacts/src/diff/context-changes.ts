type Json = Readonly<Record<string, unknown>>;

export interface ValueChange {
  /** JSON pointer. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** The places in which two contexts differ, up to `limit`; `cut` says that there are more. */
export function contextChanges(
  before: Json,
  after: Json,
  limit: number,
): { readonly changes: ValueChange[]; readonly cut: boolean } {
  const changes: ValueChange[] = [];
  for (const change of changesIn('', before, after)) {
    if (changes.length === limit) return { changes, cut: true };
    changes.push(change);
  }
  return { changes, cut: false };
}

function* changesIn(path: string, before: unknown, after: unknown): Generator<ValueChange> {
  if (Object.is(before, after)) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    yield { path, before, after };
    return;
  }
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const at = `${path}/${escaped(key)}`;
    if (!Object.hasOwn(before, key)) yield { path: at, after: after[key] };
    else if (!Object.hasOwn(after, key)) yield { path: at, before: before[key] };
    else yield* changesIn(at, before[key], after[key]);
  }
}

function isContainer(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
