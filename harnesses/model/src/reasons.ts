/** Where servers put their sentence, in the order in which they are looked at. */
const places = ['error', 'message', 'detail', 'msg', 'errors', 'error_message', 'reason', 'title'] as const;
const longest = 4_000;

/** A provider's reason for refusing a request, whatever the shape of the body; undefined if it gives none. */
export function reasonIn(body: string): string | undefined {
  const text = body.trim();
  try {
    return reasonOf(JSON.parse(text));
  } catch {
    // Servers behind no framework answer in plain text; proxies answer with pages.
    return text === '' || /^[<{[]/.test(text) ? undefined : text.slice(0, longest);
  }
}

export function reasonOf(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim().slice(0, longest);
  if (typeof value !== 'object' || value === null || depth > 4) return undefined;
  if (Array.isArray(value)) {
    const reasons = value.slice(0, 5).map((one) => reasonOf(one, depth + 1));
    return reasons.filter((one) => one !== undefined).join('; ') || undefined;
  }
  const fields = value as Readonly<Record<string, unknown>>;
  for (const place of places) {
    const reason = reasonOf(fields[place], depth + 1);
    if (reason !== undefined) return `${fieldNamed(fields)}${reason}${behind(fields, reason, depth)}`;
  }
  return undefined;
}

/** FastAPI names the field that it refuses: `{ loc: ["body", "stream_options"], msg: "…" }`. */
function fieldNamed({ loc, msg }: Readonly<Record<string, unknown>>): string {
  if (!Array.isArray(loc) || typeof msg !== 'string') return '';
  const path = loc.filter((part) => part !== 'body').join('.');
  return path === '' ? '' : `${path}: `;
}

/** OpenRouter puts the reason of the provider behind it next to a sentence that says nothing. */
function behind({ metadata }: Readonly<Record<string, unknown>>, reason: string, depth: number): string {
  if (typeof metadata !== 'object' || metadata === null) return '';
  const { raw } = metadata as { readonly raw?: unknown };
  const inner = typeof raw === 'string' ? reasonIn(raw) : reasonOf(raw, depth + 1);
  return inner === undefined || inner === reason ? '' : `: ${inner}`;
}
