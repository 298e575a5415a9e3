import { Canvas, encodePng, type Color } from '@loggia/kit';
import { lengthOf, tasksIn, type Plan } from '../plan/plan.ts';

const width = 480;
const height = 270;
const margin = 24;
const mostRows = 9;

// A gray that shows through, so that the picture suits a light page and a dark one.
const track: Color = [128, 124, 118, 0.14];
const open: Color = [190, 96, 62];
const done: Color = [190, 96, 62, 0.4];

/** The timeline from afar: a bar for each of the first tasks. */
export function thumbnailOf(plan: Plan): Uint8Array {
  const canvas = new Canvas(width, height);
  const tasks = plan.phases.flatMap(({ id }) => tasksIn(plan, id)).slice(0, mostRows);
  const step = (height - 2 * margin) / Math.max(5, tasks.length);
  const perDay = (width - 2 * margin) / lengthOf(plan);
  tasks.forEach((task, row) => {
    const top = margin + row * step;
    const thick = step * 0.62;
    canvas.fill(margin, top, width - 2 * margin, thick, thick / 2, track);
    const left = margin + (task.day - 1) * perDay;
    canvas.fill(left, top, Math.max(thick, task.days * perDay), thick, thick / 2, task.done ? done : open);
  });
  return encodePng(canvas.width, canvas.height, canvas.pixels);
}
