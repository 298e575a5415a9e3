import { defineType } from '@loggia/kit';
import { modelTools } from './model-tools.ts';
import { thumbnailOf } from './picture/thumbnail.ts';
import { planSchema, readPlan } from './plan/plan-schema.ts';
import { summaryOf, textOf } from './plan/plan-text.ts';
import { shown, viewTools } from './view-tools.ts';

const template = {
  currency: 'EUR',
  phases: [
    { id: 'prepare', title: 'Prepare' },
    { id: 'do', title: 'Do it' },
    { id: 'after', title: 'Afterwards' },
  ],
  tasks: [
    { id: 'first', phase: 'prepare', title: 'Decide what it is about', day: 1, days: 2, done: false },
    { id: 'second', phase: 'do', title: 'The fun part', day: 3, days: 3, done: false },
    { id: 'third', phase: 'after', title: 'Tell everybody', day: 6, days: 1, done: false },
  ],
  lines: [{ id: 'budget', title: 'Everything', planned: 500, spent: 0 }],
};

export const plannerType = defineType({
  mime: 'application/vnd.loggia.planner+json',
  version: '1.0.0',
  description: 'A plan for a trip or a project: phases and tasks on a timeline, and a budget.',
  extensions: ['.planner'],
  inherits: ['application/json'],
  presentation: {
    label: 'Planner',
    icon: 'calendar',
    color: 'accent',
    modes: ['view', 'edit'],
    introduction: {
      say: 'Show the planner “{title}”',
      step: { label: 'Open the planner', done: 'opened' },
    },
    creatable: { label: 'Planner', title: 'Untitled plan', context: template },
  },
  schema: planSchema,
  preview: {
    fields: [
      { label: 'Tasks', path: '/tasks', as: 'count' },
      { label: 'Planned', path: '/lines', as: 'sum', of: '/planned' },
    ],
    progress: { done: '/progress/done', total: '/progress/total' },
  },
  view: { html: new URL('../dist/view.html', import.meta.url), prefersBorder: true },
  open: (artifact) => {
    const plan = readPlan(artifact.context);
    return {
      structuredContent: { ...shown(artifact, plan), isReadOnly: artifact.readOnly === true },
      content: [{ type: 'text', text: `“${artifact.title}” is open. ${summaryOf(plan)}` }],
    };
  },
  tools: { ...modelTools, ...viewTools },
  capabilities: {
    extract_text: ({ context }) => textOf(readPlan(context)),
    summarize: ({ context }) => summaryOf(readPlan(context)),
    generate_thumbnail: ({ context }) => ({ data: thumbnailOf(readPlan(context)), mediaType: 'image/png' }),
  },
});
