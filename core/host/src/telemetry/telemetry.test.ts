import { localPrincipal } from '@loggia/access';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { outsider, reader, stranger } from '../gate/walk.testkit.ts';
import type { LogRecord, Span } from './otlp.ts';
import { Telemetry, type Export } from './telemetry.ts';

function rig() {
  const clock = new ManualClock(1_000);
  const scheduler = new ManualScheduler(clock);
  const telemetry = new Telemetry({ clock, scheduler, service: { name: 'loggia', version: '1.2.3' } });
  const sent: Export[] = [];
  const watch = (uri: string, keepsUp = () => true) =>
    telemetry.subscribe(uri, localPrincipal, (exported) => keepsUp() && sent.push(exported) > 0);
  return { telemetry, scheduler, sent, watch };
}

const span = (name: string): Span => ({
  ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name, startMs: 1_000, endMs: 1_250 },
  ...{ failed: true, attributes: { 'loggia.status': 'error', size: 3 } },
});
const line = (severityText: string, severity: number): LogRecord => ({
  ...{ timeMs: 5, severity, severityText, body: `A ${severityText}`, attributes: {} },
});

const resource = {
  attributes: [
    { key: 'service.name', value: { stringValue: 'loggia' } },
    { key: 'service.version', value: { stringValue: '1.2.3' } },
  ],
};
const scope = { name: 'loggia' };

describe('telemetry', () => {
  test('A1: spans are exported once a second as OTLP/JSON', async () => {
    const { telemetry, scheduler, sent, watch } = rig();
    watch('ahp-otlp:/traces');
    telemetry.span(span('turn'));
    expect(sent).toEqual([]);
    await scheduler.advance(1_000);
    const exported = {
      ...{ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), name: 'turn', kind: 1 },
      ...{ startTimeUnixNano: '1000000000', endTimeUnixNano: '1250000000' },
      attributes: [
        { key: 'loggia.status', value: { stringValue: 'error' } },
        { key: 'size', value: { intValue: '3' } },
      ],
      status: { code: 2 },
    };
    const payload = { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: [exported] }] }] };
    expect(sent).toEqual([{ method: 'otlp/exportTraces', params: { channel: 'ahp-otlp:/traces', payload } }]);
  });

  test('A1: each subscriber gets log lines from its own severity on', async () => {
    const { telemetry, scheduler, sent, watch } = rig();
    watch('ahp-otlp:/logs/warn');
    watch('ahp-otlp:/logs/INFO');
    telemetry.log(line('info', 9));
    telemetry.log(line('error', 17));
    await scheduler.advance(1_000);
    const bodies = sent.map(({ params }) => JSON.stringify(params).match(/A (?:info|error)/g));
    expect(bodies).toEqual([['A error'], ['A info', 'A error']]);
  });

  test('A1: metrics are what happened since the last export', async () => {
    const { telemetry, scheduler, sent, watch } = rig();
    watch('ahp-otlp:/metrics');
    telemetry.add('loggia.tokens', '{token}', 3, { direction: 'input' });
    telemetry.add('loggia.tokens', '{token}', 4, { direction: 'input' });
    telemetry.duration('loggia.turn.duration', 7);
    telemetry.duration('loggia.turn.duration', 99_999);
    await scheduler.advance(1_000);
    telemetry.add('loggia.tokens', '{token}', 1, { direction: 'input' });
    await scheduler.advance(1_000);
    const points = sent.map(({ params }) =>
      JSON.stringify(params).match(/"(?:asInt|count|sum)":("\d+"|\d+)/g),
    );
    expect(points).toEqual([['"asInt":"7"', '"count":"2"', '"sum":100006'], ['"asInt":"1"']]);
    expect(JSON.stringify(sent[1])).toContain('"startTimeUnixNano":"2000000000","timeUnixNano":"3000000000"');
  });

  test('L5: a subscriber that does not keep up loses records, and their number is told', async () => {
    const { telemetry, scheduler, sent, watch } = rig();
    let keepsUp = false;
    watch('ahp-otlp:/traces', () => keepsUp);
    watch('ahp-otlp:/metrics');
    for (let n = 0; n < 2_005; n += 1) telemetry.span(span(`turn ${n}`));
    await scheduler.advance(1_000);
    const told = JSON.stringify(sent);
    expect(sent).toHaveLength(1);
    expect(told).toContain('"name":"loggia.telemetry.dropped"');
    // Five for which there was no room, and all that the client didn't take.
    expect(told).toContain('"asInt":"2005"');
    keepsUp = true;
    telemetry.span(span('later'));
    await scheduler.advance(1_000);
    expect(sent.at(-1)?.method).toBe('otlp/exportTraces');
  });

  test('A1: nothing is collected, and no timer runs, while nobody subscribes', async () => {
    const { telemetry, scheduler, sent, watch } = rig();
    const heard: [string, boolean][] = [];
    telemetry.onWatched((signal, isWatched) => void heard.push([signal, isWatched]));
    const all = (): void => {
      telemetry.span(span('turn'));
      telemetry.log(line('error', 17));
      telemetry.add('x', '1', 1);
      telemetry.duration('y', 1);
    };
    all();
    expect(scheduler.pendingTimers).toBe(0);
    const leave = watch('ahp-otlp:/traces');
    leave();
    leave();
    all();
    await scheduler.advance(2_000);
    watch('ahp-otlp:/traces');
    await scheduler.advance(2_000);
    expect(sent).toEqual([]);
    expect(heard).toEqual([
      ['traces', true],
      ['traces', false],
      ['traces', true],
    ]);
    telemetry.stop();
    expect(telemetry.watches('traces')).toBe(false);
  });

  test.each(['ahp-otlp:/logs', 'ahp-otlp:/logs/loud', 'ahp-otlp:/traces/all', 'ahp-otlp://metrics'])(
    'L5: %s is not found, and the answer names the channels',
    (uri) => {
      expect(() => rig().watch(uri)).toThrow('The channels are ahp-otlp:/logs/{level}');
    },
  );

  test.each([
    ['a key to another artifact', outsider],
    ['an agent that reads everything', reader],
    ['an unknown principal', stranger],
  ])('SE17: %s gets no telemetry and is told of none', (_who, principal) => {
    const { telemetry } = rig();
    expect(telemetry.channelsFor(principal)).toBeUndefined();
    expect(() => telemetry.subscribe('ahp-otlp:/traces', principal, () => true)).toThrow('grant');
  });
});
