import type { ClientCapabilities } from '@loggia/protocol';

type Json = Readonly<Record<string, unknown>>;

/** The view of clients that don't render MCP Apps: servers without `mcpApp` and without their side channel. */

export function rendersApps({ mcpApps }: ClientCapabilities): boolean {
  return mcpApps !== undefined;
}

const parts: ReadonlyMap<string, (action: Json) => Json> = new Map([
  ['session/customizationsChanged', (action) => changedIn(action, 'customizations', listed)],
  ['session/customizationUpdated', (action) => changedIn(action, 'customization', entry)],
  ['session/mcpServerStateChanged', (action) => without(action, ['channel'])],
  ['root/agentsChanged', (action) => changedIn(action, 'agents', agents)],
]);

/** The same object if there is nothing to leave out. Reducing the result gives `stateWithoutApps` of the state. */
export function actionWithoutApps<Action extends { readonly type: string }>(action: Action): Action {
  const strip = parts.get(action.type);
  return strip ? (strip(action as unknown as Json) as unknown as Action) : action;
}

const marks = [...parts.keys()].map((type) => JSON.stringify(type));

/** For an envelope in the log. Envelopes without such parts aren't parsed. */
export function envelopeWithoutApps(json: string): string {
  if (!marks.some((mark) => json.includes(mark))) return json;
  const envelope = JSON.parse(json) as { readonly action: { readonly type: string } };
  const action = actionWithoutApps(envelope.action);
  return action === envelope.action ? json : JSON.stringify({ ...envelope, action });
}

const states = new WeakMap<object, object>();

/** For the state of any channel. Returns the same object for the same state, so that its text is serialized once. */
export function stateWithoutApps<State extends object>(state: State): State {
  const known = states.get(state);
  if (known) return known as State;
  const shown = changedIn(changedIn(state as Json, 'customizations', listed), 'agents', agents);
  states.set(state, shown);
  return shown as State;
}

function agents(list: unknown): unknown {
  return mapped(list, (agent) => changedIn(agent, 'customizations', listed));
}

function listed(list: unknown): unknown {
  return mapped(list, entry);
}

function entry(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (value['type'] === 'mcpServer') return without(value, ['channel', 'mcpApp']);
  return changedIn(value, 'children', listed);
}

function mapped(list: unknown, change: (item: Json) => unknown): unknown {
  if (!Array.isArray(list)) return list;
  const changed = list.map((item: unknown) => (isObject(item) ? change(item) : item));
  return changed.every((item, index) => item === list[index]) ? list : changed;
}

function changedIn(object: Json, key: string, change: (value: unknown) => unknown): Json {
  const value = object[key];
  if (value === undefined) return object;
  const changed = change(value);
  return changed === value ? object : { ...object, [key]: changed };
}

function without(object: Json, keys: readonly string[]): Json {
  if (!keys.some((key) => key in object)) return object;
  return Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
