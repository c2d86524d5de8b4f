/** Where each row of a long list begins: measured where it has been on the screen, estimated elsewhere. Pixels. */
export class RowHeights {
  private heights: Float32Array;
  private starts: Float64Array;
  private dirtyFrom = 0;

  constructor(
    readonly count: number,
    estimate: number,
  ) {
    this.heights = new Float32Array(count).fill(estimate);
    this.starts = new Float64Array(count + 1);
  }

  /** Answers whether anything changed. */
  measure(index: number, height: number): boolean {
    const rounded = Math.fround(height);
    if (index < 0 || index >= this.count || height <= 0 || this.heights[index] === rounded) return false;
    this.heights[index] = rounded;
    this.dirtyFrom = Math.min(this.dirtyFrom, index);
    return true;
  }

  /** The top of row `index`; of `count`, the height of the whole list. */
  startOf(index: number): number {
    if (index > this.dirtyFrom) {
      for (let row = this.dirtyFrom; row < this.count; row++)
        this.starts[row + 1] = (this.starts[row] ?? 0) + (this.heights[row] ?? 0);
      this.dirtyFrom = this.count;
    }
    return this.starts[Math.min(index, this.count)] ?? 0;
  }

  /** The row at a distance from the top of the list, within the list. */
  rowAt(offset: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
