/** Says whether a server that died may start again: five times in three minutes, then no more. */
export class RestartBudget {
  private readonly limit: number;
  private readonly windowMs: number;
  private times: readonly number[] = [];

  constructor(limit = 5, windowMs = 3 * 60_000) {
    this.limit = limit;
    this.windowMs = windowMs;
  }

  /** Spends one restart at this moment, in milliseconds; false when the budget is spent. */
  spend(now: number): boolean {
    const recent = this.times.filter((time) => now - time < this.windowMs);
    if (recent.length >= this.limit) return false;
    this.times = [...recent, now];
    return true;
  }
}
