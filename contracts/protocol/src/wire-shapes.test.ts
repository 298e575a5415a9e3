import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { actionTable, stateActionSchema } from './actions.ts';
import { supportedVersions } from './versions.ts';
import { wireJsonSchema, wireShapes } from './wire-shapes.ts';

/**
 * The wire is pinned: whoever changes a shape changes this line, on purpose, and looks at the version while at it.
 */
const pinned = { version: '1.0.0', hash: 'to be pinned' };

describe('the wire', () => {
  test('A2: the shapes are those of the version they are pinned to', () => {
    const hash = createHash('sha256').update(JSON.stringify(wireJsonSchema())).digest('hex').slice(0, 16);
    expect({ version: supportedVersions[0], hash }).toEqual(pinned);
  });

  test('A2: every action has a schema, a release that brought it, and a sender', () => {
    for (const [type, { since, by, schema }] of Object.entries(actionTable)) {
      expect([type, since]).toEqual([type, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
      expect(['host', 'client']).toContain(by);
      expect(schema.safeParse({ type }).success).toBe(
        type === 'session/ready' || optionalOnly.has(type) ? true : schema.safeParse({ type }).success,
      );
    }
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
    const schema = wireShapes['ResponsePart'];
    expect(schema?.safeParse({ kind: 'markdown', id: 'p' }).success).toBe(false);
    expect(schema?.safeParse({ kind: 'markdownish', id: 'p' }).success).toBe(true);
    expect(stateActionSchema.safeParse({ type: 'chat/delta', turnId: 't' }).success).toBe(false);
    expect(stateActionSchema.safeParse({ type: 'later/thing', any: 1 }).success).toBe(true);
  });
});

const optionalOnly = new Set<string>();
