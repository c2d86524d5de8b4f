import { expect, it } from 'vitest';
import { LOANS, planOf, type Step } from './plan';

const plans = Array.from({ length: 60 }, (_, seed) => planOf(seed));

it('is made from its seed alone, and another seed makes another', () => {
  expect(planOf(17)).toEqual(planOf(17));
  expect(new Set(plans.map(({ steps }) => JSON.stringify(steps))).size).toBe(plans.length);
});

it('leaves no fault out in the runs of one command, and saves something in each', () => {
  const steps = plans.flatMap((plan) => plan.steps);
  const done = new Set(steps.map((step) => (step.do === 'toxic' ? `toxic ${step.toxic.kind}` : step.do)));
  const toxics = ['latency', 'down', 'bandwidth', 'slicer', 'reset', 'timeout', 'cut'].map((kind) => `toxic ${kind}`);
  const others = ['visit', 'die-saving', 'kill-phone', 'kill-server', 'offline', 'online', 'heal', 'tab', 'switch-tab'];
  for (const name of [...toxics, ...others, 'worker', 'send', 'wait']) expect([...done]).toContain(name);
  for (const plan of plans) expect(plan.steps.filter((step) => step.do === 'visit').length).toBeGreaterThan(1);
});

it('visits a loan whose visit may never be finished once only, so that nobody takes over its draft', () => {
  for (const { steps } of plans) {
    const loans = (name: Step['do']) =>
      steps.flatMap((step) => (step.do === name && 'loan' in step ? [step.loan] : []));
    const unfinished = loans('die-saving');
    expect(new Set(unfinished).size).toBe(unfinished.length);
    for (const loan of unfinished) expect(loans('visit')).not.toContain(loan);
    for (const loan of [...unfinished, ...loans('visit')]) expect(loan).toBeLessThan(LOANS);
  }
});
