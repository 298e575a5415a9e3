import { expect, test } from 'vitest';
import { awaitModel, offerConnected } from './connect-state.ts';

test('J9: the conversation that led to the settings gets the next model that is connected, and no later one', () => {
  const switched: string[] = [];
  expect(offerConnected('early')).toBe('not wanted');
  awaitModel((provider) => switched.push(`first ${provider}`));
  awaitModel((provider) => switched.push(`second ${provider}`));
  expect(offerConnected('lab')).toBe('taken');
  expect(offerConnected('later')).toBe('not wanted');
  expect(switched).toEqual(['second lab']);
});
