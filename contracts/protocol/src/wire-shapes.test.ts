import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actionTable, isClientDispatchable, stateActionSchema } from './actions.ts';
import { isVersion, supportedVersions } from './versions.ts';
import { wireJsonSchema, wireShapes } from './wire-shapes.ts';

/** The wire is pinned: changing a shape changes this line, on purpose, and requires a look at the version. */
const pinned = { version: '1.0.0', hash: '397a7bcf18df710d' };

/** Words about a shape may change without changing it. */
function withoutDescriptions(key: string, value: unknown): unknown {
  return key === 'description' && typeof value === 'string' ? undefined : value;
}

/** The actions that the protocol lets a client dispatch. All others are the host's. */
const clientDispatchable = [
  'annotations/entryRemoved',
  'annotations/entrySet',
  'annotations/removed',
  'annotations/set',
  'annotations/updated',
  'changeset/filesReviewChanged',
  'chat/draftChanged',
  'chat/inputAnswerChanged',
  'chat/inputCompleted',
  'chat/isArchivedChanged',
  'chat/isReadChanged',
  'chat/pendingMessageRemoved',
  'chat/pendingMessageSet',
  'chat/queuedMessagesReordered',
  'chat/toolCallComplete',
  'chat/toolCallConfirmed',
  'chat/toolCallContentChanged',
  'chat/toolCallResultConfirmed',
  'chat/truncated',
  'chat/turnCancelled',
  'chat/turnResume',
  'chat/turnStarted',
  'chat/workingDirectoryRemoved',
  'chat/workingDirectorySet',
  'root/configChanged',
  'session/activeClientRemoved',
  'session/activeClientSet',
  'session/configChanged',
  'session/customizationToggled',
  'session/isArchivedChanged',
  'session/isReadChanged',
  'session/mcpServerBackgroundRequested',
  'session/mcpServerStartRequested',
  'session/mcpServerStopRequested',
  'session/titleChanged',
  'session/workingDirectoryRemoved',
  'session/workingDirectoryReplaced',
  'session/workingDirectorySet',
  'terminal/claimed',
  'terminal/cleared',
  'terminal/input',
  'terminal/resized',
  'terminal/titleChanged',
];

/** The actions that are valid with only their type: some need nothing more, the others clear something. */
const bare = [
  'changeset/cleared',
  'changeset/operationsChanged',
  'chat/activityChanged',
  'chat/canvasesChanged',
  'chat/changesetsChanged',
  'chat/draftChanged',
  'chat/truncated',
  'session/activityChanged',
  'session/changesetsChanged',
  'session/defaultChatChanged',
  'session/metaChanged',
  'session/ready',
  'terminal/cleared',
  'terminal/commandDetectionAvailable',
  'terminal/exited',
];

function accepts(shape: string, value: unknown): boolean {
  const schema = wireShapes[shape];
  if (!schema) throw new Error(`There is no shape "${shape}".`);
  return schema.safeParse(value).success;
}

describe('the wire', () => {
  test('A2: the shapes are those of the version they are pinned to', () => {
    const shapes = JSON.stringify(wireJsonSchema(), withoutDescriptions);
    const hash = createHash('sha256').update(shapes).digest('hex').slice(0, 16);
    expect({ version: supportedVersions[0], hash }).toEqual(pinned);
  });

  test.each(Object.entries(actionTable))(
    'A2: %s says since when, by whom and with what',
    (type, definition) => {
      expect(isVersion(definition.since)).toBe(true);
      expect(['host', 'client']).toContain(definition.by);
      expect(definition.schema.safeParse({ type }).success).toBe(bare.includes(type));
      expect(definition.schema.safeParse({ type: 'later/thing' }).success).toBe(false);
    },
  );

  test('A2: clients may dispatch these actions and no others', () => {
    const allowed = Object.keys(actionTable).filter((type) => isClientDispatchable(type));
    expect(allowed.toSorted()).toEqual(clientDispatchable);
    expect(isClientDispatchable('later/thing')).toBe(false);
  });

  test('A2: unknown fields and unknown values of open enums survive', () => {
    const turn = {
      id: 't',
      message: { text: 'x', origin: { kind: 'integration', later: 1 } },
      responseParts: [{ kind: 'hologram', depth: 3 }],
      state: 'complete',
      laterField: { deep: [1, { x: null }] },
    };
    expect(wireShapes['Turn']?.parse(turn)).toEqual(turn);
  });

  test('A2: a known variant must be well formed, even where unknown ones may pass', () => {
    expect(accepts('ResponsePart', { kind: 'markdown', id: 'p' })).toBe(false);
    expect(accepts('ResponsePart', { kind: 'markdownish', id: 'p' })).toBe(true);
    expect(stateActionSchema.safeParse({ type: 'chat/delta', turnId: 't' }).success).toBe(false);
    expect(stateActionSchema.safeParse({ type: 'later/thing', any: 1 }).success).toBe(true);
  });

  const message = { text: 'x', origin: { kind: 'user' } };
  const channel = 'ahp-root://';
  test.each([
    [
      'ChatPendingMessageSetAction',
      'queued',
      (kind: string) => ({ type: 'chat/pendingMessageSet', kind, id: 'q', message }),
    ],
    [
      'ChatInputCompletedAction',
      'decline',
      (response: string) => ({ type: 'chat/inputCompleted', requestId: 'r', response }),
    ],
    ['ChatInputAnswer', 'skipped', (state: string) => ({ state })],
    ['ReconnectResult', 'snapshot', (type: string) => ({ type, snapshots: [] })],
    ['ResourceReadParams', 'base64', (encoding: string) => ({ channel, uri: 'file:///a', encoding })],
    [
      'ResourceWriteParams',
      'append',
      (mode: string) => ({ channel, uri: 'file:///a', data: '', encoding: 'utf-8', mode }),
    ],
  ])('A2: %s has a closed enum: it takes "%s" and nothing that no version has', (shape, known, shaped) => {
    expect(accepts(shape, shaped(known))).toBe(true);
    expect(accepts(shape, shaped('later'))).toBe(false);
  });
});
