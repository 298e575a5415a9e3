import { errorTable, type ErrorName } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { Disconnected, HostError, RequestTimedOut } from '../errors.ts';
import { TransportRefused } from '../transport/transport.ts';
import { closeCodes, finalReason } from './final-reason.ts';

const failure = (name: ErrorName) =>
  new HostError({ code: errorTable[name].code, message: 'Said the host.' });

describe('the reason to stop for good', () => {
  it.each(Object.entries(closeCodes))('A4: the host closes with the code for %s', (why, code) => {
    expect(finalReason(new Disconnected({ code, reason: 'Said the host.' }))).toEqual({
      why,
      message: 'Said the host.',
    });
    expect(finalReason(new Disconnected({ code }))?.message).toMatch(/\.$/);
  });

  it('A4: the host closes because of a policy', () => {
    expect(finalReason(new Disconnected({ code: 1008, reason: 'Go.' }))).toEqual({
      why: 'refused',
      message: 'Go.',
    });
  });

  it.each([1000, 1001, 1006, 1009, 1011, 1012, 4000, 4008, 4500, undefined])(
    'A4: a close with %s is tried again',
    (code) => {
      expect(finalReason(new Disconnected(code === undefined ? {} : { code }))).toBeUndefined();
    },
  );

  it('A1: the host says which versions it has', () => {
    const data = { supportedVersions: ['2.0.0', 7] };
    const error = new HostError({ code: -32005, message: 'Too old.', data });
    expect(finalReason(error)).toEqual({
      why: 'unsupportedVersion',
      message: 'Too old.',
      supportedVersions: ['2.0.0'],
    });
  });

  it.each([
    ['AuthRequired', 'unauthorized'],
    ['PermissionDenied', 'refused'],
    ['InvalidParams', 'refused'],
  ] as const)('A4: %s means %s', (name, why) => {
    expect(finalReason(failure(name))).toEqual({ why, message: 'Said the host.' });
  });

  it.each(['InternalError', 'Unavailable', 'InvalidRequest'] as const)('A4: %s is tried again', (name) => {
    expect(finalReason(failure(name))).toBeUndefined();
  });

  it('A4: a refused transport is final, silence is not', () => {
    expect(finalReason(new TransportRefused('unauthorized', 'No.'))).toEqual({
      why: 'unauthorized',
      message: 'No.',
    });
    expect(finalReason(new RequestTimedOut('initialize', 1))).toBeUndefined();
    expect(finalReason(new Error('ECONNREFUSED'))).toBeUndefined();
  });
});
