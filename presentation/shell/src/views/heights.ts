const storageKey = 'loggia.view-heights';
const most = 300;

let known: Map<string, number> | undefined;
let isDirty = false;

/** The last height of a View in this tab, so that the page doesn't jump when it comes back. */
export function rememberedHeight(view: string): number | undefined {
  return heights().get(view);
}

export function rememberHeight(view: string, height: number): void {
  const all = heights();
  all.delete(view);
  all.set(view, height);
  const [oldest] = all.keys();
  if (all.size > most && oldest !== undefined) all.delete(oldest);
  if (isDirty) return;
  isDirty = true;
  // Views may change their height often; the storage is written when the page is idle.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(write, { timeout: 5000 });
  else setTimeout(write, 1000);
}

function write(): void {
  if (!isDirty) return;
  isDirty = false;
  try {
    sessionStorage.setItem(storageKey, JSON.stringify([...heights()]));
  } catch {
    // Without storage, it is remembered until the next reload.
  }
}

function heights(): Map<string, number> {
  if (!known) {
    known = new Map(stored());
    window.addEventListener('pagehide', write);
  }
  return known;
}

function stored(): readonly [string, number][] {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(entries) ? entries.filter(isEntry) : [];
  } catch {
    return [];
  }
}

function isEntry(entry: unknown): entry is [string, number] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && Number.isFinite(entry[1]);
}
