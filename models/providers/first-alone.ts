/** Lets the first of several pieces of work with one name go ahead, and the others behind it at once. */
export class FirstAlone {
  readonly #first = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const first = this.#first.get(name);
    if (first === undefined) {
      const mine = work();
      this.#first.set(name, mine);
      try {
        return await mine;
      } catch (error) {
        // It has prepared nothing for the others: the next one is to be the first.
        if (this.#first.get(name) === mine) this.#first.delete(name);
        throw error;
      }
    }
    // Whether it succeeded is its own affair.
    await first.catch(() => undefined);
    return this.#first.has(name) ? work() : this.run(name, work);
  }
}
