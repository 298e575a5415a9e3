import { expect, test } from 'vitest';
import { FakeOther, FakePort, FakeWaitingWindow } from './fake-window.testkit.ts';
import { awaitView } from './waiting.ts';

const html = '<p>A View</p>';

function waiting(): FakeWaitingWindow {
  const frame = new FakeWaitingWindow();
  awaitView(frame.window);
  return frame;
}

function shown(): FakeWaitingWindow {
  const frame = waiting();
  frame.receive(html, [frame.port]);
  frame.receive(true);
  return frame;
}

function event(fields: object = {}): object {
  return { isTrusted: true, key: 'a', timeStamp: 1000, ...fields };
}

test('E3: the page keeps the HTML as text until it is told to show it', () => {
  const frame = waiting();
  frame.receive(html, [frame.port]);
  expect(frame.steps).toEqual([]);
  frame.receive(true);
  expect(frame.steps).toEqual(['open', { html, listeners: expect.any(Array) }, 'close']);
});

test('E3: the page listens to the window around it and to nobody else', () => {
  const frame = waiting();
  frame.receive('<p>Another View</p>', [new FakePort()], new FakeOther());
  frame.receive(html, [frame.port]);
  frame.receive(true, [], new FakeOther());
  expect(frame.steps).toEqual([]);
  frame.receive(true);
  expect(frame.steps).toContainEqual({ html, listeners: expect.any(Array) });
});

test('E12: gestures are watched from before the first byte of the View on', () => {
  expect(shown().steps).toEqual([
    'open',
    {
      html,
      listeners: [
        'pointerdown true',
        'pointerup true',
        'keydown true',
        'error true',
        'unhandledrejection true',
      ],
    },
    'close',
  ]);
});

test('E12: Escape is told always, other gestures five times a second at most', () => {
  const frame = shown();
  for (const timeStamp of [1000, 1100, 1200, 1201]) frame.listeners.fire('keydown', event({ timeStamp }));
  frame.listeners.fire('pointerdown', event({ key: undefined, timeStamp: 1250 }));
  for (const timeStamp of [1251, 1252]) frame.listeners.fire('keydown', event({ key: 'Escape', timeStamp }));
  frame.listeners.fire('pointerup', event({ key: undefined, timeStamp: 1402 }));
  expect(frame.port.sent).toEqual(['gesture', 'gesture', 'escape', 'escape', 'gesture']);
});

test('E12: events that the View makes are not gestures', () => {
  const frame = shown();
  frame.listeners.fire('pointerdown', event({ isTrusted: false }));
  frame.listeners.fire('keydown', event({ isTrusted: false, key: 'Escape' }));
  expect(frame.port.sent).toEqual([]);
});

test('E11: the document answers beats for as long as it is there', () => {
  const frame = waiting();
  frame.receive(html, [frame.port]);
  frame.port.deliver(0);
  frame.receive(true);
  frame.port.deliver(0);
  expect(frame.port.sent).toEqual(['beat', 'beat']);
});

test('E11: the first errors of the View are told: uncaught, rejected and printed', () => {
  const frame = shown();
  frame.listeners.fire('error', { message: `Uncaught Error: ${'x'.repeat(400)}` });
  // A picture that doesn't load.
  frame.listeners.fire('error', {});
  frame.listeners.fire('unhandledrejection', { reason: new TypeError('no map') });
  frame.console.error('Can’t start:', new Error('no library'), { secret: 1 });
  frame.console.error('one more');
  expect(frame.port.sent).toEqual([
    { error: expect.stringMatching(/^Uncaught Error: x{284}$/) as string },
    { error: 'TypeError: no map' },
    { error: 'Can’t start: Error: no library' },
  ]);
  expect(frame.printed).toEqual([['Can’t start:', new Error('no library'), { secret: 1 }], ['one more']]);
});

test('E3: a View that replaces postMessage learns nothing of the port', () => {
  const frame = shown();
  const original = FakePort.prototype.postMessage;
  const stolen: unknown[] = [];
  FakePort.prototype.postMessage = function steal(this: unknown) {
    stolen.push(this);
  };
  try {
    frame.listeners.fire('keydown', event());
    frame.port.deliver(0);
  } finally {
    FakePort.prototype.postMessage = original;
  }
  expect(stolen).toEqual([]);
  expect(frame.port.sent).toEqual(['gesture', 'beat']);
});

test('J5, E3: the keys of the shell are told to it and kept from the View, and no others are', () => {
  const frame = shown();
  const kept: string[] = [];
  const press = (fields: object): void => {
    const pressed = { type: 'keydown', code: '', shiftKey: false, altKey: false, metaKey: false, ...fields };
    const name = JSON.stringify(fields);
    frame.listeners.fire('keydown', {
      ...event(),
      ...pressed,
      preventDefault: () => kept.push(name),
      stopImmediatePropagation: () => undefined,
    });
  };
  const ctrlKey = true;
  const owned = [
    { key: 'k', ctrlKey },
    { key: 'л', code: 'KeyK', ctrlKey },
    { key: '.', ctrlKey },
    { key: '>', code: 'Period', shiftKey: true, ctrlKey },
    { key: 'X', code: 'KeyX', shiftKey: true, ctrlKey },
    { key: 'F6' },
    { key: 'F6', shiftKey: true },
  ];
  for (const fields of owned) press(fields);
  press({ key: 'k', ctrlKey, repeat: true });
  expect(kept).toHaveLength(8);
  expect(frame.port.sent).toEqual([
    'key-palette',
    'key-palette',
    'key-next',
    'key-previous',
    'key-close',
    'key-next-part',
    'key-previous-part',
  ]);
  const others = [
    { key: 'k', ctrlKey: false },
    { key: 'k', ctrlKey, altKey: true },
    { key: 'k', ctrlKey: false, metaKey: true },
    { key: 'K', ctrlKey, shiftKey: true },
    { key: 'x', ctrlKey },
    { key: 'a', code: 'KeyK', ctrlKey },
    { key: 'p', ctrlKey, isTrusted: false },
    { key: 'F6', ctrlKey },
    { key: 'F5', ctrlKey: false },
  ];
  for (const fields of others) press(fields);
  press({ key: 'k', ctrlKey, isTrusted: false });
  expect(kept).toHaveLength(8);
  expect(frame.port.sent.slice(7)).toEqual(['gesture']);
});
