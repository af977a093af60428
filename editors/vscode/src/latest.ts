/**
 * Runs the latest of a series of wishes after a pause and aborts the one before, so that a list
 * never shows the answer to a question that nobody asks any more.
 */
export class Latest<Wish> {
  private readonly pauseMs: number;
  private readonly run: (wish: Wish, signal: AbortSignal) => Promise<void>;
  private timer: NodeJS.Timeout | undefined;
  private running: AbortController | undefined;

  constructor(pauseMs: number, run: (wish: Wish, signal: AbortSignal) => Promise<void>) {
    this.pauseMs = pauseMs;
    this.run = run;
  }

  ask(wish: Wish): void {
    this.cancel();
    this.timer = setTimeout(() => {
      const controller = new AbortController();
      this.running = controller;
      void this.run(wish, controller.signal);
    }, this.pauseMs);
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.running?.abort();
  }
}
