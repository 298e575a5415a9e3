import { expect, test, vi } from 'vitest';
import { ManualTime } from './manual-time.testkit.ts';
import { ViewHeight } from './view-height.ts';

function rig(remembered?: number) {
  const time = new ManualTime();
  const onChange = vi.fn<(height: number) => void>();
  const rememberHeight = vi.fn<(view: string, height: number) => void>();
  const height = new ViewHeight({
    view: 'v',
    environment: {
      now: time.now,
      after: time.after,
      nextFrame: time.nextFrame,
      rememberedHeight: () => remembered,
      rememberHeight,
      windowHeight: () => 1000,
    },
    onChange,
  });
  return { time, onChange, rememberHeight, height };
}

test('E8: a View begins as tall as it was', () => {
  expect(rig(333).height.height).toBe(333);
  expect(rig().height.height).toBe(240);
});

test('E4: the last report before a frame counts, within what there is room for, and is remembered', async () => {
  const { time, height, onChange, rememberHeight } = rig();
  height.report(300);
  height.report(5000);
  await time.pass(20);
  expect(onChange.mock.calls).toEqual([[800]]);
  expect(rememberHeight.mock.calls).toEqual([['v', 800]]);
  height.report(10);
  await time.pass(20);
  expect(height.height).toBe(48);
});

test('E4: a View that measures the height it was given, or reports none, gets a useful one', async () => {
  const measuring = rig();
  measuring.height.report(240);
  await measuring.time.pass(20);
  expect(measuring.height.height).toBe(480);
  measuring.height.report(480);
  await measuring.time.pass(20);
  expect(measuring.height.height).toBe(480);

  const quiet = rig();
  quiet.height.begin();
  await quiet.time.pass(900);
  expect(quiet.height.height).toBe(240);
  await quiet.time.pass(200);
  expect(quiet.height.height).toBe(480);
});

test('E4: a View that really is as tall as it was at first gets that height back', async () => {
  const { time, height } = rig();
  height.report(240);
  await time.pass(20);
  height.report(240);
  await time.pass(20);
  expect(height.height).toBe(240);
});

test('E4: a View that has reported its height keeps it', async () => {
  const { time, height } = rig();
  height.begin();
  height.report(120);
  await time.pass(2000);
  expect(height.height).toBe(120);
});

test('E4: in a room of one size reports change nothing', async () => {
  const { time, height, onChange } = rig();
  height.setRoom({ width: 500, height: 400 });
  height.report(300);
  await time.pass(20);
  expect(onChange).not.toHaveBeenCalled();
});

test('E4: what a page reported before it went is forgotten', async () => {
  const { time, height, onChange } = rig();
  height.report(300);
  height.clear();
  await time.pass(2000);
  expect(onChange).not.toHaveBeenCalled();
});

test('E5: back in a transcript it is fitted into the room there', () => {
  const { height, onChange } = rig(2000);
  const room = height.roomIn('inline', 500, 400);
  expect(room).toEqual({ width: 500, maxHeight: 800 });
  expect(height.isIn(room)).toBe(false);
  height.setRoom(room);
  expect(height.isIn({ ...room })).toBe(true);
  expect(onChange.mock.calls).toEqual([[800]]);
  expect(height.roomIn('fixed', 500, 400)).toEqual({ width: 500, height: 400 });
});
