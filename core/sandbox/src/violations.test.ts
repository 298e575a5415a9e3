import { expect, test } from 'vitest';
import { reportsTo, violationOf, type Violation } from './violations.ts';

const report = (directive: unknown, blocked: unknown) => ({
  'csp-report': { 'effective-directive': directive, 'blocked-uri': blocked },
});

test.each([
  [
    'connect-src',
    'https://api.example/secret?token=1',
    'https://api.example',
    'connect-src blocked https://api.example. It is not among the connectDomains of the template, which would have to declare it.',
  ],
  [
    'script-src-elem',
    'http://cdn.example:8080/x.js',
    'http://cdn.example:8080',
    'script-src-elem blocked http://cdn.example:8080. It is not among the resourceDomains of the template, which would have to declare it.',
  ],
  [
    'frame-src',
    'https://video.example',
    'https://video.example',
    'frame-src blocked https://video.example. It is not among the frameDomains of the template, which would have to declare it.',
  ],
  [
    'script-src',
    'eval',
    'eval',
    "script-src blocked eval. No template can declare that; allow 'unsafe-eval' to the Views of this server if you trust it.",
  ],
  [
    'img-src',
    'blob:null/1-2',
    'blob',
    'img-src blocked blob. No template can declare that; allow blob: to the Views of this server if you trust it.',
  ],
  [
    'form-action',
    'https://evil.example/x',
    'https://evil.example',
    'form-action blocked https://evil.example. No View may send a form; it can call a tool instead.',
  ],
  [
    'default-src',
    'https://a.example',
    'https://a.example',
    "default-src blocked https://a.example. The policy for Views doesn't allow it.",
  ],
  [
    'script-src-attr',
    'inline',
    'inline',
    "script-src-attr blocked inline. The policy for Views doesn't allow it.",
  ],
  ['style-src', '', 'inline', "style-src blocked inline. The policy for Views doesn't allow it."],
])('E9: %s of %s names what is missing', (directive, blocked, target, reason) => {
  expect(violationOf(report(directive, blocked))).toEqual({ target, reason });
});

test('E9: a library that only asks whether it may evaluate code loses nothing', () => {
  const evaluating = (sample: unknown) =>
    violationOf({
      'csp-report': {
        'effective-directive': 'script-src',
        'blocked-uri': 'eval',
        'script-sample': sample,
      },
    });
  expect(evaluating('(function anonymous(\n) {\n\n})')).toBeUndefined();
  for (const sample of ['(function anonymous(a\n) {\nreturn a+1\n})', '1+1', '', undefined, 7])
    expect(evaluating(sample)?.target).toBe('eval');
});

test('E9: older browsers name the directive with its sources', () => {
  const body = { 'violated-directive': "connect-src 'none'", 'blocked-uri': 'https://api.example' };
  expect(violationOf({ 'csp-report': body })?.reason).toMatch(
    /^connect-src blocked https:\/\/api\.example\./,
  );
});

test.each([
  undefined,
  null,
  [],
  'x',
  {},
  { 'csp-report': [] },
  report('CONNECT', 'https://a.example'),
  report('connect-src; x', 'https://a.example'),
  report('<script>', 'https://a.example'),
  report(1, 'https://a.example'),
  report('connect-src', 1),
  report('connect-src', 'not a word'),
  report('connect-src', `https://a.example/${'x'.repeat(5000)}`),
])('E9, L5: what no browser sends is no violation: %j', (sent) => {
  expect(violationOf(sent)).toBeUndefined();
});

test('E9, L5: each is recorded once, and only so many of them', () => {
  const recorded: Violation[] = [];
  const reports = reportsTo((violation) => recorded.push(violation));
  for (let round = 0; round < 5; round += 1) reports.take(report('connect-src', 'https://a.example'));
  expect(recorded).toHaveLength(1);
  expect(reports.wanted).toBe(true);
  for (let index = 0; index < 200 && reports.wanted; index += 1)
    reports.take(report('connect-src', `https://h${index}.example`));
  expect(recorded).toHaveLength(50);
  expect(reports.wanted).toBe(false);
  const nonsense = reportsTo(() => undefined);
  for (let index = 0; index < 1000; index += 1) nonsense.take('nonsense');
  expect(nonsense.wanted).toBe(false);
});
