import { expect, test } from 'vitest';
import { completeIntroduction } from './handshake.ts';

const whole = {
  protocolVersion: '2026-01-26',
  appInfo: { name: 'probe', version: '1' },
  appCapabilities: { availableDisplayModes: ['inline', 'pip'], tools: { listChanged: true } },
};

test('E4: a complete introduction passes unchanged', () => {
  expect(completeIntroduction(whole)).toEqual({ params: whole, faults: [] });
});

test('E4: a View that leaves everything out starts all the same, and each gap is named', () => {
  expect(completeIntroduction(undefined)).toEqual({
    params: { protocolVersion: '2026-01-26', appInfo: { name: '', version: '' }, appCapabilities: {} },
    faults: [
      'protocolVersion is missing.',
      'appInfo needs a name and a version.',
      'appCapabilities is missing.',
    ],
  });
});

test('E4: unknown display modes and capabilities of the wrong shape are left out', () => {
  const { params, faults } = completeIntroduction({
    ...whole,
    appInfo: { name: 'probe' },
    appCapabilities: { availableDisplayModes: ['inline', 'hologram'], tools: true, custom: 1 },
  });
  expect(params).toEqual({
    protocolVersion: '2026-01-26',
    appInfo: { name: 'probe', version: '' },
    appCapabilities: { availableDisplayModes: ['inline'], custom: 1 },
  });
  expect(faults).toEqual([
    'appInfo needs a name and a version.',
    'appCapabilities.tools has to be an object.',
    'appCapabilities.availableDisplayModes may list only inline, fullscreen, pip.',
  ]);
});
