import { expect, test } from 'vitest';
import { permissionsOf } from './permissions.ts';

test('E3: what is not declared is denied, and so is everything else', () => {
  const { header, allow, granted, needsOrigin, notes } = permissionsOf(undefined);
  for (const feature of ['camera', 'microphone', 'geolocation', 'clipboard-write', 'usb', 'fullscreen'])
    expect(header.split(', ')).toContain(`${feature}=()`);
  expect(header).not.toContain('*');
  expect({ allow, granted, needsOrigin, notes }).toEqual({
    allow: '',
    granted: undefined,
    needsOrigin: false,
    notes: [],
  });
});

test('E3: what is declared is granted to both frames, each once', () => {
  const { header, allow, granted, needsOrigin } = permissionsOf({ microphone: {}, clipboardWrite: true });
  expect(allow).toBe('microphone; clipboard-write');
  const features = header.split(', ');
  expect(features).toContain('microphone=*');
  expect(features).toContain('clipboard-write=*');
  expect(features).toContain('camera=()');
  expect(new Set(features.map((feature) => feature.replace(/=.*/, ''))).size).toBe(features.length);
  expect({ granted, needsOrigin }).toEqual({
    granted: { microphone: {}, clipboardWrite: {} },
    needsOrigin: true,
  });
  expect(permissionsOf({ clipboardWrite: {} }).needsOrigin).toBe(false);
});

test('E3: what no View gets is said, and injects nothing', () => {
  const hostile = {
    'camera=*, usb': {},
    usb: {},
    camera: false,
    microphone: null,
    constructor: {},
    clipboardWrite: 1,
  };
  const { header, allow, granted, notes } = permissionsOf(hostile);
  expect(allow).toBe('');
  expect(header).toBe(permissionsOf(undefined).header);
  expect(granted).toEqual({});
  expect(notes).toEqual([
    'The permission "camera=*, usb" isn\'t granted to any View.',
    'The permission "usb" isn\'t granted to any View.',
    'The permission "constructor" isn\'t granted to any View.',
  ]);
});
