type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Before messages had an origin, every message was the user's. */
function respelledMessage(message: unknown): unknown {
  return isFields(message) && message['origin'] === undefined
    ? { ...message, origin: { kind: 'user' } }
    : message;
}

/** 0.1 published plugins as bare references; the URI was their identity. */
function respelledPlugin(plugin: unknown): unknown {
  if (!isFields(plugin) || plugin['id'] !== undefined) return plugin;
  const { displayName, ...rest } = plugin;
  return { ...rest, id: plugin['uri'], name: plugin['name'] ?? displayName };
}

export function respelledClient(client: unknown): unknown {
  if (!isFields(client) || !Array.isArray(client['customizations'])) return client;
  return { ...client, customizations: client['customizations'].map(respelledPlugin) };
}

export function respelledModel(model: unknown): unknown {
  return typeof model === 'string' ? { id: model } : model;
}

const respelled: Readonly<Record<string, (value: unknown) => unknown>> = {
  message: respelledMessage,
  userSuggestion: respelledMessage,
  activeClient: respelledClient,
  model: respelledModel,
};

/**
 * Translates 0.1 spellings that guides still teach to those of 0.3. `session` and `toolClientId` are removed: the
 * envelope and the call itself carry the same.
 */
export function respell(action: Fields): Record<string, unknown> {
  const { session: _session, toolClientId: _owner, userMessage, ...rest } = action;
  const fields = {
    ...rest,
    ...(rest['message'] === undefined && userMessage !== undefined && { message: userMessage }),
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, value]) => [key, respelled[key]?.(value) ?? value]),
  );
}
