import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Latest } from '../../../../editors/vscode/src/latest.ts';

test('only the latest wish of a burst runs, and a newer one aborts it', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const ran: string[] = [];
  const signals: AbortSignal[] = [];
  const latest = new Latest<string>(40, async (wish, signal) => {
    ran.push(wish);
    signals.push(signal);
  });

  latest.ask('b');
  latest.ask('br');
  context.mock.timers.tick(39);
  latest.ask('bread');
  context.mock.timers.tick(39);
  assert.deepEqual(ran, []);
  context.mock.timers.tick(1);
  assert.deepEqual(ran, ['bread']);
  assert.equal(signals[0]?.aborted, false);

  latest.ask('bread rises');
  assert.equal(signals[0]?.aborted, true);
  latest.cancel();
  context.mock.timers.tick(1000);
  assert.deepEqual(ran, ['bread']);
});
